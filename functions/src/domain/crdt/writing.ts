import { packContent } from "./content.ts";
import type { CrdtType } from "./crdt.ts";
import { writeContent } from "./yjs-document.ts";

/** Content to write into a Yjs document. */
export interface CrdtWriting {
  type: CrdtType;
  contentKey: string;
  client: number;
  /** The content as JSON text. */
  text: string;
  /** The Yjs document as an update in base64; omitted to create a new one. */
  before?: string | undefined;
}

/**
 * Writes content into a Yjs document; both are in the form in which they are stored and sent between threads.
 * @returns the new state in base64.
 * @throws ApiError INVALID_ARGUMENT as `packContent` and `writeContent` do.
 */
export function writeCrdt({ type, contentKey, client, text, before }: CrdtWriting): string {
  const data: unknown = JSON.parse(text);
  packContent(data);
  const update = before === undefined ? undefined : Buffer.from(before, "base64");
  const { buffer, byteOffset, byteLength } = writeContent({ update, client }, { type, contentKey, data });
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
