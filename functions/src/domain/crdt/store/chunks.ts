import { trimCrdt } from "#domain/crdt/jobs";
import { batchesOf, inParallel } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { TimeSlice } from "#platform/async/time-slice";
import type { Context } from "#src/context";
import type { Cursor, Doc, DocData, Store, StoreReader } from "#store/port";

/** Maximum size of a chunk in bytes: a document of the store has at most 1 MiB. */
const CHUNK_BYTES = 900 * 1024;
/** Chunks per commit: a commit writes all of them without a pause. */
const AT_ONCE = 2;
/** Chunks per page when an editor is trimmed. */
const PAGE = 100;

/** A part of an editor's content or Yjs state. */
interface StoredChunk extends DocData {
  text: string;
}

type Kind = "content" | "update";

/** Path of a generation's claim. While it exists, chunks of the generation can be written and are not trimmed. */
export function claimPath(editor: string, generation: string): string {
  return `${editor}/chunks/${generation}`;
}

function chunkPath(editor: string, generation: string, kind: Kind, n: number): string {
  return `${claimPath(editor, generation)}-${kind}-${n}`;
}

function generationOf(id: string): string {
  return id.split("-", 1)[0] ?? id;
}

/** Whether a chunk belongs to the current generation of its editor; a claim does not. */
export function isCurrentChunk(editor: Doc, chunkId: string): boolean {
  const generation = generationOf(chunkId);
  return chunkId !== generation && generation === editor.data.generation;
}

/** Cuts text into chunks of at most 900 KiB of UTF-8, between characters. */
export async function cut(text: string): Promise<string[]> {
  const parts: string[] = [];
  const slice = new TimeSlice();
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(CHUNK_BYTES);
  for (let start = 0; start < text.length; ) {
    // Every UTF-16 unit takes at least one byte.
    const { read } = encoder.encodeInto(text.slice(start, start + CHUNK_BYTES), bytes);
    parts.push(text.slice(start, start + read));
    start += read;
    if (slice.isOver) await slice.next();
  }
  return parts;
}

/**
 * Writes the chunks of a generation and checks its claim in each commit.
 * @returns false if the claim was removed; no further chunk is then written.
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

/**
 * Reads texts in one round trip, unjoined, because joining their chunks takes some ms.
 * @returns undefined if a chunk is gone.
 */
export async function readChunks(
  reader: StoreReader,
  editor: string,
  generation: string,
  texts: readonly { kind: Kind; count: number }[],
): Promise<string[][] | undefined> {
  const paths = texts.map(({ kind, count }) =>
    Array.from({ length: count }, (_, n) => chunkPath(editor, generation, kind, n)),
  );
  const chunks = await reader.getMany<StoredChunk>(paths.flat());
  if (chunks.includes(undefined)) return undefined;
  const iterator = chunks.values();
  return paths.map((own) => own.map(() => iterator.next().value?.data.text ?? ""));
}

/**
 * Deletes all chunks of an editor except those of its current generation and of claimed generations, whose writers are
 * still running and have a trim task of their own.
 * @param over the generation whose writer has finished or died. Unless it is current, its claim is deleted first: a writer
 *   that is alive after all can then neither write further chunks nor make them current.
 */
export async function trimChunks(store: Store, editor: string, over?: string): Promise<void> {
  let after: Cursor | undefined;
  do {
    after = await retryOnConflict(() => trimPage(store, editor, over, after));
  } while (after);
}

/** Runs in one transaction, which is repeated if a generation becomes current between the read and the deletion. */
function trimPage(store: Store, editor: string, over: string | undefined, after: Cursor | undefined) {
  return store.transact(async (tx) => {
    const [current, page] = await Promise.all([
      tx.get(editor),
      tx.query({ collection: `${editor}/chunks`, select: [], limit: PAGE, ...(after && { after }) }),
    ]);
    const keptGenerations = new Set([current?.data.generation]);
    const others = new Set(
      page.docs.map(({ id }) => generationOf(id)).filter((id) => id !== over && !keptGenerations.has(id)),
    );
    const claims = await tx.getMany([...others].map((generation) => claimPath(editor, generation)));
    for (const claim of claims) if (claim) keptGenerations.add(claim.id);
    for (const { id, path } of page.docs) if (!keptGenerations.has(generationOf(id))) tx.delete(path);
    return page.cursor;
  });
}

/** The task that trims editors. */
export function trimTask(context: Pick<Context, "newId">, editors: readonly string[], over?: string) {
  return trimCrdt.task({ id: context.newId("task") }, { editors: [...editors], ...(over !== undefined && { over }) });
}
