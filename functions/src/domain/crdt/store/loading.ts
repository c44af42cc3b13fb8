import { type FoldedState, foldIfQuick } from "#domain/crdt/yjs-state";
import { lengthOf } from "#platform/text/length-of";
import type { HeavyWork } from "#src/heavy-work";
import type { Doc, StoreReader } from "#store/port";
import { readChunks } from "./chunks.ts";
import { changedMeanwhile, type StoredCrdt } from "./editors.ts";
import { logText, readLog, type StoredUpdate } from "./update-log.ts";

/** Maximum number of attempts to read content that is replaced meanwhile. */
const MAX_LOOKS = 5;

/** What reading an editor requires: a large log is folded into its base in a worker thread. */
export interface CrdtReader {
  store: StoreReader;
  heavyWork: HeavyWork;
}

/** A consistent snapshot of an editor and its content. */
export interface LoadedCrdt {
  /** The editor's document, as stored. */
  editor: Doc<StoredCrdt>;
  /** JSON text in chunks; empty unless requested. */
  content: readonly string[];
  /** Base64 in chunks; empty unless requested. */
  update: readonly string[];
  /** Entries of the log that `content` and `update` include. */
  entries: readonly Pick<Doc, "id">[];
  /** Time of the last change, ms since 1970. */
  lastUpdate: number;
  lastUpdatedBy: string | undefined;
}

/** The parts of an editor's state as stored. */
export interface LoadedParts extends Pick<LoadedCrdt, "editor" | "content" | "update"> {
  entries: readonly Doc<StoredUpdate>[];
}

/**
 * Loads the content of an editor: the new content if it was replaced after its document was read.
 * @returns undefined if it was deleted meanwhile.
 * @throws ApiError ABORTED if it keeps being replaced.
 */
export async function loadCrdt(
  call: CrdtReader,
  doc: Doc<StoredCrdt>,
  wants: { content: boolean; update: boolean },
): Promise<LoadedCrdt | undefined> {
  const parts = await loadParts(call.store, doc, wants);
  if (!parts) return undefined;
  const { editor, entries } = parts;
  const times = timesOf(editor.data, entries.at(-1)?.data);
  if (entries.length === 0) return { ...parts, ...times };
  const { content, update } = await foldUpdates(call.heavyWork, editor.data, parts.update, logText(entries));
  return { editor, entries, content: [content], update: [update], ...times };
}

/** When and by whom an editor was last changed. @param newest its newest entry. */
export function timesOf(
  { lastUpdate, lastUpdatedBy }: StoredCrdt,
  newest: StoredUpdate | undefined,
): Pick<LoadedCrdt, "lastUpdate" | "lastUpdatedBy"> {
  if (!newest) return { lastUpdate, lastUpdatedBy };
  return { lastUpdate: Math.max(newest.at, lastUpdate), lastUpdatedBy: newest.by };
}

/** Reads base and log as they are stored. @returns undefined and throws as `loadCrdt`. */
export async function loadParts(
  reader: StoreReader,
  doc: Doc<StoredCrdt>,
  wants: { content: boolean; update: boolean },
): Promise<LoadedParts | undefined> {
  let editor: Doc<StoredCrdt> | undefined = doc;
  for (let look = 0; editor && look < MAX_LOOKS; look++) {
    const { log } = editor.data;
    const entries = log ? await readLog(reader, editor.path, log) : [];
    const texts = await loadBase(reader, editor, entries.length > 0 ? { content: false, update: true } : wants);
    if (texts) return { editor, entries, ...texts };
    editor = await reader.get<StoredCrdt>(editor.path);
  }
  if (editor) throw changedMeanwhile();
  return undefined;
}

/** @returns undefined if chunks are gone because the content was replaced. */
async function loadBase(reader: StoreReader, editor: Doc<StoredCrdt>, wants: { content: boolean; update: boolean }) {
  const { generation, content = "", update = "", contentChunks = 0, updateChunks = 0 } = editor.data;
  if (generation === undefined) return { content: [content], update: [update] };
  const chunks = await readChunks(reader, editor.path, generation, [
    { kind: "content", count: wants.content ? contentChunks : 0 },
    { kind: "update", count: wants.update ? updateChunks : 0 },
  ]);
  return chunks && { content: chunks[0] ?? [], update: chunks[1] ?? [] };
}

/** Folds a log into a base, both in base64; in a worker thread if that takes long. @param log separated by commas. */
export async function foldUpdates(
  heavyWork: HeavyWork,
  { type, contentKey }: Pick<StoredCrdt, "type" | "contentKey">,
  base: readonly string[],
  log: string,
): Promise<FoldedState> {
  const bytes = lengthOf(base) + log.length;
  const quick = heavyWork.isHeavy(bytes) ? undefined : foldIfQuick({ type, contentKey, base: base.join(""), log });
  return quick ?? heavyWork.run<FoldedState>("foldState", { type, contentKey, base, log });
}
