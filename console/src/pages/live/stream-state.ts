import type { DocumentsStreamEvents, LiveState, PresenceEntry, StreamEvent } from "@atrium/client";
import { readAwareness } from "./awareness.ts";

/** An event of a document. */
export type DocumentEvent = StreamEvent<DocumentsStreamEvents>;

/** An event with the time of its arrival. */
export interface ArrivedEvent {
  /** From 1, in the order of arrival. */
  number: number;
  /** ms since 1970. */
  at: number;
  event: DocumentEvent;
}

/** Where a client of an editor is, as it tells itself. */
export interface Cursor {
  editorId: string;
  /** Yjs client id. */
  client: number;
  state: Record<string, unknown>;
  /** When it was last told, ms since 1970. */
  at: number;
}

/** What a stream has shown so far. */
export interface StreamState {
  /** Who is there, by user. */
  presence: ReadonlyMap<string, PresenceEntry>;
  liveState: ReadonlyMap<string, LiveState>;
  /** By editor and client. */
  cursors: ReadonlyMap<string, Cursor>;
  /** The newest events first, at most `EVENTS_KEPT`. */
  events: readonly ArrivedEvent[];
}

/** Most events that are kept. */
export const EVENTS_KEPT = 1_000;

/** A client that says nothing for so long has gone, ms. */
const CURSOR_KEPT = 60_000;

/** Nothing has arrived yet. */
export const nothingYet: StreamState = { presence: new Map(), liveState: new Map(), cursors: new Map(), events: [] };

/** The state after events. @param at when they arrived, ms since 1970. */
export function withEvents(state: StreamState, arrived: readonly DocumentEvent[], at: number): StreamState {
  const presence = new Map(state.presence);
  const liveState = new Map(state.liveState);
  const cursors = new Map([...state.cursors].filter(([, cursor]) => cursor.at > at - CURSOR_KEPT));
  for (const { event, data } of arrived) {
    if (event === "ready") {
      keepOnly(presence, data.present.presence);
      keepOnly(liveState, data.present.livestate);
    } else if (event === "presence") {
      if ("removed" in data) presence.delete(data.userId);
      else presence.set(data.userId, data as PresenceEntry);
    } else if (event === "livestate") {
      if ("removed" in data) liveState.delete(data.liveStateDataId);
      else liveState.set(data.liveStateDataId, data as LiveState);
    } else if (event === "crdt.awareness") keepCursors(cursors, data, at);
  }
  const before = state.events[0]?.number ?? 0;
  const numbered = arrived.map((event, i) => ({ number: before + i + 1, at, event }));
  return { presence, liveState, cursors, events: [...numbered.reverse(), ...state.events].slice(0, EVENTS_KEPT) };
}

function keepCursors(cursors: Map<string, Cursor>, told: { editorId: string; awareness: string }, at: number): void {
  const { editorId, awareness } = told;
  for (const { client, state } of readAwareness(awareness)) {
    const key = `${client} ${editorId}`;
    if (state) cursors.set(key, { editorId, client, state, at });
    else cursors.delete(key);
  }
}

/** What the server does not name any more has gone while the stream was not connected. */
function keepOnly(entries: Map<string, unknown>, ids: readonly string[]): void {
  const present = new Set(ids);
  for (const id of entries.keys()) if (!present.has(id)) entries.delete(id);
}

/** What an event is about, in a few words. */
export function subjectOf({ event, data }: DocumentEvent): string {
  switch (event) {
    case "ready":
      return data.documentId;
    case "presence":
      return "removed" in data ? data.userId : `${data.userId}: ${data.status ?? ""}`;
    case "livestate":
      return data.liveStateDataId;
    case "comment":
      return data.annotationId;
    case "notification":
      return data.id;
    case "bye":
      return data.reason;
    default:
      return data.editorId;
  }
}
