import { TimeSlice } from "#platform/async/time-slice";

/** UTF-16 units of text encoded at a time, which takes a few tenths of a ms. */
const CHUNK = 512 * 1024;

/** Cuts text into chunks that are quick to encode; a character is never split. */
export function* chunksOfText(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + CHUNK, text.length);
    // Never split a surrogate pair.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Text as UTF-8, in chunks that can be transferred to another thread. Yields the event loop in between.
 * @param text whole or in parts.
 */
export async function encodeInChunks(text: string | readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const slice = new TimeSlice();
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (const part of [text].flat())
    for (const chunk of chunksOfText(part)) {
      chunks.push(encoder.encode(chunk));
      if (slice.isOver) await slice.next();
    }
  return chunks;
}

/** A copy of bytes, in chunks that can be transferred to another thread. Yields the event loop in between. */
export async function copyInChunks(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>[]> {
  const slice = new TimeSlice();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    // Copied, because a slice of a Buffer shares its memory.
    chunks.push(new Uint8Array(bytes.subarray(start, start + CHUNK)));
    if (slice.isOver) await slice.next();
  }
  return chunks;
}
