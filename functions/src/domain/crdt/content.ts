import { invalidField } from "#platform/error";
import type { CrdtType } from "./crdt.ts";

/** Maximum size of content as JSON text, in bytes: 10 MiB. */
export const MAX_CONTENT_BYTES = 10 * 1024 * 1024;

/** Content that a caller sends for an editor. */
export interface CrdtContent {
  type: CrdtType;
  contentKey: string;
  data: unknown;
}

/**
 * The content as JSON text, which is stored beside the Yjs document.
 * @throws ApiError INVALID_ARGUMENT above 10 MiB, and for text with half a surrogate pair, which no Yjs document can hold.
 */
export function packContent(data: unknown): string {
  const text = JSON.stringify(data);
  if (text.length * 3 > MAX_CONTENT_BYTES && Buffer.byteLength(text) > MAX_CONTENT_BYTES)
    throw invalidField("data.data", `must not be larger than ${MAX_CONTENT_BYTES} bytes of JSON.`);
  // JSON.stringify escapes only lone surrogates like this, but text with a backslash before "ud83d" looks the same.
  if (/\\ud[89a-f]/.test(text) && !isWellFormed(data))
    throw invalidField("data.data", "must be valid Unicode text: it contains half of a surrogate pair.");
  return text;
}

/** Bytes of text whose work equals that of one tag or attribute of XML. */
const BYTES_PER_PART = 64;

/**
 * The work of writing content into a Yjs document, in bytes of text that take as long: parts of XML take microseconds
 * each, however short they are.
 * @param text the content as JSON text.
 */
export function workFor(type: CrdtType, text: string): number {
  return type === "xml" ? text.length + BYTES_PER_PART * countParts(text) : text.length;
}

/** Number of tags and attributes of XML, or more. */
function countParts(xml: string): number {
  let count = 0;
  for (const mark of ["<", "="]) for (let at = xml.indexOf(mark); at >= 0; at = xml.indexOf(mark, at + 1)) count++;
  return count;
}

/** Whether all text in the JSON is well-formed, keys included. Recursion is bounded by the depth limit of request bodies. */
function isWellFormed(json: unknown): boolean {
  if (typeof json === "string") return json.isWellFormed();
  if (typeof json !== "object" || json === null) return true;
  return Object.entries(json).every(([key, value]) => key.isWellFormed() && isWellFormed(value));
}

/**
 * Refuses to change the type or content key of an editor, on which connected clients rely.
 * @throws ApiError INVALID_ARGUMENT, naming the field.
 */
export function refuseOtherKind(
  editor: Omit<CrdtContent, "data">,
  input: { type: CrdtType; contentKey?: string | undefined },
): void {
  if (input.type !== editor.type)
    throw invalidField("data.type", `must be \`${editor.type}\`, as it was when this data was added.`);
  if (input.contentKey !== undefined && input.contentKey !== editor.contentKey)
    throw invalidField(
      "data.contentKey",
      `must be ${JSON.stringify(editor.contentKey)}, as it was when this data was added.`,
    );
}
