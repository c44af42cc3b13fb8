import { AtriumError } from "../error.ts";
import type { CrdtSyncInput } from "../generated/api.ts";
import type { LiveDocument } from "./live-document.ts";

/** What an editor's connection needs from its provider. */
export interface LinkHost {
  document: LiveDocument;
  editorId: string;
  /** Parameters for creating an editor that does not exist yet. */
  kind: Pick<CrdtSyncInput, "type" | "contentKey">;
  stateVector(): Uint8Array;
  /** Whether the editor was deleted, and this is another one or none. @param stateVector of the service. */
  isOther(stateVector: Uint8Array): boolean;
  /** The changes that the other side lacks. @param stateVector of the other side. */
  missing(stateVector: Uint8Array): Uint8Array;
  /** The local user's awareness state; undefined if there is none. */
  localAwareness(): Uint8Array | undefined;
  /** An awareness update that says that the local user has left; undefined if the user has no state. */
  leaving(): Uint8Array | undefined;
  /** Applies changes of others. */
  receive(update: Uint8Array): void;
  receiveAwareness(update: Uint8Array): void;
  /** Called when each side has received what it lacked. */
  synced(): void;
  /** Called when the service has stored all changes of the local user. */
  stored(): void;
  /** Called when the connection has broken and reconnects by itself. */
  broken(error: AtriumError): void;
  /** Called when the user may only read, so that changes are not stored. */
  denied(reason: string): void;
}

/** An open connection of an editor, over a WebSocket or over HTTP. */
export interface Link {
  /** Sends a change of the local user. */
  send(update: Uint8Array): void;
  sendAwareness(update: Uint8Array): void;
  /**
   * Called when the user leaves the page: sends what is pending and tells others at once, if the connection does not do
   * so itself.
   */
  leave?(): void;
  /** Sends what is pending and ends the connection. @param reason why it ends; default `closed`. */
  close(reason?: string): void;
  /** Settles when the connection has ended. */
  ended: Promise<LinkEnd>;
}

/** Why a connection has ended. */
export interface LinkEnd {
  /** Whether the server has ever answered on it. */
  wasOpen: boolean;
  error: AtriumError;
  /** Whether another attempt makes no sense. */
  isFinal: boolean;
}

/** Whether an update contains neither changes nor deletions. */
export function isEmpty(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0;
}

/** The error for an editor that was deleted. */
export function deletedError(): AtriumError {
  return new AtriumError("NOT_FOUND", "The editor was deleted.");
}
