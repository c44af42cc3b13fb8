import { TimeSlice } from "#platform/async/time-slice";
import { JsonTexts } from "#platform/text/large-json";
import type { Reply } from "./endpoint.ts";
import { BodyWriter, type ReplyBody, toReplyBody } from "./reply-body.ts";

/** The success envelope as JSON text (docs/behaviour.md#replies). Long lists are serialized item by item, yielding the event loop. */
export function replyText(reply: Reply): ReplyBody | Promise<ReplyBody> {
  if (isShort(reply.data)) return toReplyBody(JSON.stringify({ result: { status: "success", ...reply } }));
  return longReplyText(reply);
}

async function longReplyText(reply: Reply): Promise<ReplyBody> {
  const result = new ReplyText();
  await result.writeFields({ status: "success", ...reply }, (value, key) =>
    key === "data" ? result.writeLists(value) : result.write(value),
  );
  return result.end();
}

/** Number of fields from which a map counts as long. */
const MANY_FIELDS = 50;

/** Whether the data has few fields and no list of several items, like most replies: then it is serialized in one go. */
function isShort(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return true;
  if (data instanceof JsonTexts) return false;
  if (Array.isArray(data)) return isShortList(data);
  let fields = 0;
  for (const key in data) {
    const field: unknown = (data as Record<string, unknown>)[key];
    if (++fields >= MANY_FIELDS || (Array.isArray(field) && !isShortList(field))) return false;
  }
  return true;
}

function isShortList(list: readonly unknown[]): boolean {
  return list.length < 2 && !(list[0] instanceof JsonTexts);
}

class ReplyText {
  readonly #body = new BodyWriter();
  readonly #slice = new TimeSlice();

  constructor() {
    this.#body.write('{"result":');
  }

  end(): ReplyBody {
    this.#body.write("}");
    return this.#body.end();
  }

  write(value: unknown): Promise<void> | void {
    if (value instanceof JsonTexts) return this.#writeTexts(value);
    this.#body.write(JSON.stringify(value) ?? "null");
  }

  /** Writes a list, a map of lists, or any other value. */
  writeLists(value: unknown): Promise<void> | void {
    if (Array.isArray(value)) return this.#writeList(value);
    if (typeof value !== "object" || value === null || value instanceof JsonTexts) return this.write(value);
    return this.writeFields(value, (inner) => (Array.isArray(inner) ? this.#writeList(inner) : this.write(inner)));
  }

  /** Writes an object, with `write` for each value. */
  async writeFields(map: object, write: (value: unknown, key: string) => Promise<void> | void): Promise<void> {
    let before = "{";
    for (const [key, value] of Object.entries(map)) {
      if (value === undefined) continue;
      this.#body.write(`${before}${JSON.stringify(key)}:`);
      before = ",";
      await write(value, key);
      if (this.#isPauseDue) await this.#pause();
    }
    this.#body.write(before === "{" ? "{}" : "}");
  }

  async #writeList(items: readonly unknown[]): Promise<void> {
    let before = "[";
    for (const item of items) {
      this.#body.write(before);
      before = ",";
      const writing = this.write(item);
      if (writing) await writing;
      if (this.#isPauseDue) await this.#pause();
    }
    this.#body.write(before === "[" ? "[]" : "]");
  }

  async #writeTexts({ texts }: JsonTexts): Promise<void> {
    for (const text of texts) {
      this.#body.write(text);
      if (this.#isPauseDue) await this.#pause();
    }
  }

  get #isPauseDue(): boolean {
    return this.#body.isLong || this.#slice.isOver;
  }

  /** Encodes text that has become long, and yields to other work when the time slice is over. */
  async #pause(): Promise<void> {
    if (this.#body.isLong) this.#body.encode();
    if (this.#slice.isOver) await this.#slice.next();
  }
}
