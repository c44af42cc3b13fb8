import type { Doc, DocData, StoreReader } from "./port.ts";

/** Maximum bytes of stored text on one page of a list. A page holds at least one item, and its token leads to the rest. */
export const PAGE_BYTES = 4 * 1024 * 1024;
/** Documents in a first read whose sizes are unknown; each takes up to 1 MiB. */
const FIRST_READ = 10;

/** UTF-8 bytes of the texts of a document, which dominate its size. */
export function textBytes({ data }: Pick<Doc, "data">): number {
  let bytes = 0;
  for (const value of Object.values(data)) if (typeof value === "string") bytes += Buffer.byteLength(value);
  return bytes;
}

/**
 * Reads documents by path up to the size of a page, so that large ones do not fill the memory.
 * @param start number of paths that earlier pages have returned.
 * @returns one result per path from `start` on, in order; `end` is the number of paths up to the next page, if there is one.
 */
export async function getPage<T extends DocData>(
  reader: StoreReader,
  paths: readonly string[],
  { start = 0, limit = paths.length }: { start?: number; limit?: number } = {},
): Promise<{ docs: (Doc<T> | undefined)[]; end?: number }> {
  const docs: (Doc<T> | undefined)[] = [];
  const rest = paths.slice(start, start + limit);
  let bytes = 0;
  for (let count = FIRST_READ; docs.length < rest.length; ) {
    const batch = await reader.getMany<T>(rest.slice(docs.length, docs.length + count));
    for (const doc of batch) {
      const more = doc ? textBytes(doc) : 0;
      if (docs.length > 0 && bytes + more > PAGE_BYTES) return { docs, end: start + docs.length };
      docs.push(doc);
      bytes += more;
    }
    count = fitting(docs.length, bytes);
  }
  const end = start + docs.length;
  return end < paths.length ? { docs, end } : { docs };
}

/** How many documents of the average size so far still fit into the page; at least one. */
function fitting(count: number, bytes: number): number {
  return Math.max(1, Math.floor(((PAGE_BYTES - bytes) * count) / Math.max(1, bytes)));
}
