/** An event in the text of a stream. */
export interface ParsedEvent {
  event: string;
  data: string;
  /** The most recent id, from this event or an earlier one; empty if there was none. */
  id: string;
  /** The most recent wait before reconnecting, in ms, from this event or an earlier one; 0 if there was none. */
  retry: number;
}

/** Reads server-sent events (HTML standard) from text that comes in chunks. Lines end with a line feed, as Atrium sends them. */
export class EventParser {
  #text = "";
  #id = "";
  #retry = 0;

  /** Adds the next chunk. @returns the events that this chunk completes. */
  read(chunk: string): ParsedEvent[] {
    const blocks = (this.#text + chunk).split("\n\n");
    this.#text = blocks.pop() ?? "";
    return blocks.flatMap((block) => this.#event(block));
  }

  #event(block: string): ParsedEvent[] {
    const fields: Record<string, string> = {};
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      fields[name] = value;
    }
    this.#id = fields.id ?? this.#id;
    this.#retry = Number(fields.retry ?? this.#retry) || 0;
    // A comment without data is a heartbeat.
    if (fields.data === undefined) return [];
    return [{ event: fields.event ?? "message", data: fields.data, id: this.#id, retry: this.#retry }];
  }
}
