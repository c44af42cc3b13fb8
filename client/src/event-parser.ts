/** An event in the text of a stream. */
export interface ParsedEvent {
  event: string;
  data: string;
  /** Id of the last event that carried one; empty before the first. */
  id: string;
}

/** Reads server-sent events (HTML standard) from text that comes in chunks. Lines end with a line feed, as Atrium sends them. */
export class EventParser {
  #text = "";
  #id = "";

  /** Adds the next chunk. @returns the events that are complete with it. */
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
    // A comment without data is a heartbeat.
    return fields.data === undefined ? [] : [{ event: fields.event ?? "message", data: fields.data, id: this.#id }];
  }
}
