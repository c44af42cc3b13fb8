import { LargeJson } from "#platform/large-json";
import { TimeSlice } from "#platform/time-slice";
import type { Reply } from "./endpoint.ts";

/** The success envelope as JSON text (docs/behaviour.md#replies). Long lists are serialized item by item, yielding the event loop. */
export async function replyText(reply: Reply): Promise<string> {
  const result = new ReplyText();
  await result.writeFields({ status: "success", ...reply }, (value, key) =>
    key === "data" ? result.writeLists(value) : result.write(value),
  );
  return result.join();
}

/** Units of text from which on joining takes some ms: 1 Mi. */
const LARGE_PART = 1024 * 1024;

class ReplyText {
  readonly #parts: string[] = ['{"result":'];
  readonly #slice = new TimeSlice();

  /** Large texts are joined in a turn of their own. */
  async join(): Promise<string> {
    this.#parts.push("}");
    if (this.#parts.some((part) => part.length > LARGE_PART)) await this.#slice.next();
    return this.#parts.join("");
  }

  write(value: unknown): void {
    this.#parts.push(value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? "null"));
  }

  /** Writes a list, a map of lists, or any other value. */
  async writeLists(value: unknown): Promise<void> {
    if (Array.isArray(value)) return this.#writeList(value);
    if (typeof value !== "object" || value === null) return this.write(value);
    await this.writeFields(value, (inner) => (Array.isArray(inner) ? this.#writeList(inner) : this.write(inner)));
  }

  /** Writes an object, with `write` for each value. */
  async writeFields(map: object, write: (value: unknown, key: string) => Promise<void> | void): Promise<void> {
    let before = "{";
    for (const [key, value] of Object.entries(map)) {
      if (value === undefined) continue;
      this.#parts.push(before, JSON.stringify(key), ":");
      before = ",";
      await write(value, key);
      if (this.#slice.isOver) await this.#slice.next();
    }
    this.#parts.push(before === "{" ? "{}" : "}");
  }

  async #writeList(items: readonly unknown[]): Promise<void> {
    let before = "[";
    for (const item of items) {
      this.#parts.push(before);
      this.write(item);
      before = ",";
      if (this.#slice.isOver) await this.#slice.next();
    }
    this.#parts.push(before === "[" ? "[]" : "]");
  }
}
