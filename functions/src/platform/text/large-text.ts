import { TimeSlice } from "#platform/async/time-slice";

/** Units of text that are encoded in one go: a few tenths of a ms. */
const CHUNK = 512 * 1024;

/** Cuts text into chunks that take little time each; a character stays whole. */
export function* chunksOfText(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + CHUNK, text.length);
    // A surrogate pair stays whole.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Text as UTF-8, in chunks that can be handed over to another thread. Lets others work in between.
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

/** A copy of bytes, in chunks that can be handed over to another thread. Lets others work in between. */
export async function copyInChunks(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>[]> {
  const slice = new TimeSlice();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    // Buffers share their memory with their slices.
    chunks.push(new Uint8Array(bytes.subarray(start, start + CHUNK)));
    if (slice.isOver) await slice.next();
  }
  return chunks;
}
