import { trimCrdt } from "#domain/crdt/jobs";
import { batchesOf, inParallel } from "#platform/parallel";
import { retryOnConflict } from "#platform/retry-on-conflict";
import { TimeSlice } from "#platform/time-slice";
import type { Context } from "#src/context";
import type { Cursor, Doc, DocData, Store, StoreReader } from "#store/port";

/** Most bytes of one chunk: a document of the store is at most 1 MiB. */
const CHUNK_BYTES = 900 * 1024;
/** Chunks that are written together: what a commit writes, it writes in one go. */
const AT_ONCE = 2;
/** Chunks that are looked at together for trimming. */
const PAGE = 100;

/** A part of an editor's content or Yjs state. */
interface StoredChunk extends DocData {
  text: string;
}

type Kind = "content" | "update";

/** Path of a generation's claim: as long as it is there, chunks of the generation may be written and are kept. */
export function claimPath(editor: string, generation: string): string {
  return `${editor}/chunks/${generation}`;
}

function chunkPath(editor: string, generation: string, kind: Kind, n: number): string {
  return `${claimPath(editor, generation)}-${kind}-${n}`;
}

function generationOf(id: string): string {
  return id.split("-", 1)[0] ?? id;
}

/** Whether a chunk holds what its editor holds: a claim does not, and neither does what is replaced or under way. */
export function isCurrentChunk(editor: Doc, chunkId: string): boolean {
  const generation = generationOf(chunkId);
  return chunkId !== generation && generation === editor.data.generation;
}

/** Cuts text into chunks of at most 900 KiB of UTF-8, between characters. */
export async function cut(text: string): Promise<string[]> {
  const parts: string[] = [];
  const slice = new TimeSlice();
  for (let start = 0; start < text.length; ) {
    const part = longestPart(text, start);
    parts.push(part);
    start += part.length;
    if (slice.isOver) await slice.next();
  }
  return parts;
}

/** What stands at `start`, as much of it as a chunk holds. */
function longestPart(text: string, start: number): string {
  // No unit of text takes less than one byte.
  const bytes = Buffer.from(text.slice(start, start + CHUNK_BYTES));
  let end = Math.min(CHUNK_BYTES, bytes.length);
  // Bytes within a character begin with the bits 10.
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}

/**
 * Writes the chunks of a generation, each with a look at its claim.
 * @returns false when the claim was taken away: no chunk is written from then on, ever.
 */
export async function writeChunks(
  store: Store,
  editor: string,
  generation: string,
  parts: { [kind in Kind]: readonly string[] },
): Promise<boolean> {
  const chunks = (["content", "update"] as const).flatMap((kind) =>
    parts[kind].map((text, n) => ({ path: chunkPath(editor, generation, kind, n), data: { text } })),
  );
  let isClaimed = true;
  await inParallel(batchesOf(chunks, AT_ONCE), async (batch) => {
    isClaimed &&= await store.transact(async (tx) => {
      if (!(await tx.get(claimPath(editor, generation)))) return false;
      for (const { path, data } of batch) tx.set(path, data satisfies StoredChunk);
      return true;
    });
  });
  return isClaimed;
}

/** Reads the texts that chunks hold, in one round trip. @returns undefined when one of the chunks is gone. */
export async function joinChunks(
  reader: StoreReader,
  editor: string,
  generation: string,
  texts: readonly { kind: Kind; count: number }[],
): Promise<string[] | undefined> {
  const paths = texts.map(({ kind, count }) =>
    Array.from({ length: count }, (_, n) => chunkPath(editor, generation, kind, n)),
  );
  const chunks = await reader.getMany<StoredChunk>(paths.flat());
  if (chunks.includes(undefined)) return undefined;
  const found = chunks.values();
  const slice = new TimeSlice();
  const joined: string[] = [];
  for (const own of paths) {
    // Reading them has taken its time, and each takes some ms to join.
    if (own.length > 1) await slice.next();
    joined.push(own.map(() => found.next().value?.data.text ?? "").join(""));
  }
  return joined;
}

/**
 * Deletes all chunks of an editor but those of its current generation and of generations that are claimed: their writers
 * are under way and have promised the same.
 * @param over the generation whose writer is done or gone. Unless it is the current one its claim goes too, first of all:
 *   should the writer live after all, it can neither write further chunks nor make them the current ones.
 */
export async function trimChunks(store: Store, editor: string, over?: string): Promise<void> {
  let after: Cursor | undefined;
  do {
    after = await retryOnConflict(() => trimPage(store, editor, over, after));
  } while (after);
}

/** One transaction: were a generation to become current between the look and the deletion, it runs again. */
function trimPage(store: Store, editor: string, over: string | undefined, after: Cursor | undefined) {
  return store.transact(async (tx) => {
    const [current, page] = await Promise.all([
      tx.get(editor),
      tx.query({ collection: `${editor}/chunks`, select: [], limit: PAGE, ...(after && { after }) }),
    ]);
    const kept = new Set([current?.data.generation]);
    const others = new Set(page.docs.map(({ id }) => generationOf(id)).filter((id) => id !== over && !kept.has(id)));
    const claims = await tx.getMany([...others].map((generation) => claimPath(editor, generation)));
    for (const claim of claims) if (claim) kept.add(claim.id);
    for (const { id, path } of page.docs) if (!kept.has(generationOf(id))) tx.delete(path);
    return page.cursor;
  });
}

/** The task that trims editors. */
export function trimTask(context: Pick<Context, "newId">, editors: readonly string[], over?: string) {
  return trimCrdt.task({ id: context.newId("task") }, { editors: [...editors], ...(over !== undefined && { over }) });
}
