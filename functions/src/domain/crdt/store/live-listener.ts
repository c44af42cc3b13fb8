import type { CrdtType } from "#domain/crdt/crdt";
import type { WriteCall } from "#src/call";
import type { NewEntry } from "./update-log.ts";

/** Changes that were stored together. */
export interface LiveChange {
  /** The changes as one update. */
  update: Uint8Array;
  /** For each author in this process, what they have pushed, as one update. */
  parts: ReadonlyMap<unknown, Uint8Array>;
  /** The entry that this process has added to the log for them. */
  entry?: NewEntry | undefined;
}

/** Receives the changes of an editor. */
export interface LiveListener {
  changed(change: LiveChange): void;
  /** All waiting updates have been stored. */
  drained(): void;
  /** The editor cannot go on: it was deleted, or an update could not be stored. Called once, last. */
  ended(error: unknown): void;
}

/** Describes an editor that does not exist yet. */
export interface EditorKind {
  type: CrdtType;
  contentKey: string;
}

/** The author of an update. */
export interface Author {
  /** The call in whose name the update is stored. */
  call: WriteCall;
  /** Identifies the author. */
  from: unknown;
  /**
   * Omitted if the author has no quota.
   * @throws ApiError RESOURCE_EXHAUSTED if this many more bytes would exceed one.
   */
  checkQuota?: ((bytes: number) => void) | undefined;
}
