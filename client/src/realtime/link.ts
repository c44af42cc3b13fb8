import type { AtriumError } from "../error.ts";
import type { CrdtSyncInput } from "../generated/api.ts";
import type { LiveDocument } from "./live-document.ts";

/** What the connection of an editor needs of its provider. */
export interface LinkHost {
  document: LiveDocument;
  editorId: string;
  /** Parameters of an editor that does not exist yet. */
  kind: Pick<CrdtSyncInput, "type" | "contentKey">;
  stateVector(): Uint8Array;
  /** What the other side lacks. @param stateVector what it has. */
  missing(stateVector: Uint8Array): Uint8Array;
  /** What the local user says of itself; undefined: nothing. */
  localAwareness(): Uint8Array | undefined;
  /** Says that the local user has left; undefined: it has said nothing. */
  leaving(): Uint8Array | undefined;
  /** Takes changes of others. */
  receive(update: Uint8Array): void;
  receiveAwareness(update: Uint8Array): void;
  /** Both sides have what the other one had. */
  synced(): void;
  /** The service has stored all that the local user has changed. */
  stored(): void;
  /** The connection has broken and opens again by itself. */
  broken(error: AtriumError): void;
  /** The user may only read: changes are not stored. */
  denied(reason: string): void;
}

/** An open connection of an editor, over a WebSocket or over HTTP. */
export interface Link {
  /** Sends a change of the local user. */
  send(update: Uint8Array): void;
  sendAwareness(update: Uint8Array): void;
  /** The page is being left: what waits is sent, and others hear of it at once, where the connection itself does not see to that. */
  leave?(): void;
  /** Sends what waits and ends the connection. @param reason why it ends; default `closed`. */
  close(reason?: string): void;
  /** Settles when it has ended. */
  ended: Promise<LinkEnd>;
}

/** Why a connection has ended. */
export interface LinkEnd {
  /** Whether the server has ever answered. */
  wasOpen: boolean;
  error: AtriumError;
  /** Trying again makes no sense. */
  isFinal: boolean;
}

/** Whether an update has neither changes nor deletions. */
export function isEmpty(update: Uint8Array): boolean {
  return update.length === 2 && update[0] === 0 && update[1] === 0;
}
