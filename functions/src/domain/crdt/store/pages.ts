import { PAGE_BYTES } from "#store/page-bytes";
import type { Cursor, Query } from "#store/port";
import { cursorAfter } from "#store/scan";
import type { StoredCrdt } from "./editors.ts";
import { type CrdtReader, type LoadedCrdt, loadCrdt } from "./loading.ts";

/** Number of editors in the first read, when their size is unknown: each takes up to 1 MiB. */
const FIRST_BATCH = 16;

/** Loads editors of a collection: up to the requested number, fewer if they are large, but at least one. */
export async function loadPage(
  call: CrdtReader,
  collection: string,
  { size, after, includeUpdate }: { size: number; after: Cursor | undefined; includeUpdate: boolean },
): Promise<{ loaded: LoadedCrdt[]; cursor?: Cursor }> {
  const query: Query = { collection };
  const snapshots: LoadedCrdt[] = [];
  let bytes = 0;
  let reads = 0;
  let inDocuments = 0;
  for (let position = after, limit = Math.min(size, FIRST_BATCH); ; ) {
    const { docs, cursor } = await call.store.query<StoredCrdt>({
      ...query,
      limit,
      ...(position && { after: position }),
    });
    for (const doc of docs) {
      const { contentBytes, updateBytes, generation } = doc.data;
      const more = contentBytes + (includeUpdate ? updateBytes : 0);
      const last = snapshots.at(-1);
      if (last && bytes + more > PAGE_BYTES) return { loaded: snapshots, cursor: cursorAfter(query, last.editor) };
      const one = await loadCrdt(call, doc, { content: true, update: includeUpdate });
      if (one) snapshots.push(one);
      bytes += more;
      if (generation === undefined) inDocuments += contentBytes + updateBytes;
    }
    if (!cursor || snapshots.length >= size) return { loaded: snapshots, ...(cursor && { cursor }) };
    position = cursor;
    reads += docs.length;
    const fitting = Math.floor(((PAGE_BYTES - bytes) * reads) / Math.max(1, inDocuments));
    limit = Math.min(size - snapshots.length, Math.max(1, fitting));
  }
}
