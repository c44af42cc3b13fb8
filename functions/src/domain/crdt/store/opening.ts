import { LiveDocument } from "#domain/crdt/live-document";
import type { SlicedUpdate } from "#domain/crdt/sliced-update";
import { mapInSlices } from "#platform/async/time-slice";
import { ApiError } from "#platform/error";
import { lengthOf } from "#platform/text/length-of";
import type { HeavyWork } from "#src/heavy-work";

/** A stored state: its base in base64, in chunks, and its log as `StoredState.log`. */
interface LoadedState {
  base: readonly string[];
  log: string;
}

/**
 * Size of a state in bytes from which its document takes it in steps. A smaller one is answered as it is stored, which
 * is faster, and opened with the first edit that needs it.
 */
const MIN_SLICED = 2 * 1024 * 1024;
/** The state vector of an empty document. */
const NOTHING = Uint8Array.of(0);

/** Whether encoding or opening a document of this many bytes at once would hold everybody up. */
export function isLargeDocument(bytes: number): boolean {
  return bytes >= MIN_SLICED;
}

/** The document of a stored state. A large one is read in a worker thread, and created in many short steps. */
export async function openDocument(heavyWork: HeavyWork, { base, log }: LoadedState): Promise<LiveDocument> {
  const isLarge = isLargeDocument(((lengthOf(base) + log.length) * 3) / 4);
  const slicedState = isLarge ? await lackedOf(heavyWork, { base, log }, NOTHING).catch(unlessSlow) : undefined;
  if (!slicedState) return new LiveDocument({ base: base.join(""), log });
  const document = new LiveDocument({ base: "", log: "" });
  await takeSlices(document, slicedState);
  return document;
}

/** What a document with this state vector lacks of a stored state. @throws ApiError as `lackedInSlices` does */
export function lackedOf(heavyWork: HeavyWork, state: LoadedState, stateVector: Uint8Array): Promise<SlicedUpdate> {
  return heavyWork.run<SlicedUpdate>("lackedInSlices", { ...state, stateVector });
}

/**
 * Adds an update to a document in many short steps.
 * @param isOver ends it early.
 * @returns whether the document has changed.
 */
export async function takeSlices(
  document: LiveDocument,
  { slices }: SlicedUpdate,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const changes = await mapInSlices(slices, (slice) => !isOver() && document.takeSlice(slice));
  return changes.includes(true);
}

/** A state that takes too long to open is sent as it is stored. */
function unlessSlow(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === "INVALID_ARGUMENT")) throw error;
}
