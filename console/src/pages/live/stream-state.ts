import type { LiveState, PresenceEntry } from "@atrium/client";
import { readAwareness } from "./awareness.ts";
import { changedAt, type DocumentEvent, keyOf, keysPresent } from "./stream-items.ts";

/** An event with its time. */
export interface ArrivedEvent {
  /** From 1, in the order of arrival. */
  number: number;
  /** When it arrived, or when what was there already was last changed; ms since 1970. */
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
  /** What happens, the newest first, at most `EVENTS_KEPT`. */
  events: readonly ArrivedEvent[];
  /** What was there already when the stream began, what changed last first. */
  earlier: readonly ArrivedEvent[];
  /** How many events have arrived. */
  count: number;
  /** Items that the stream has yet to send as they were when it began, each by its kind and id. */
  awaited: ReadonlySet<string>;
  /** Items that it has sent. */
  known: ReadonlySet<string>;
}

/** Most events that are kept. */
export const EVENTS_KEPT = 1_000;

/** A client that says nothing for so long has gone, ms. */
const CURSOR_KEPT = 60_000;

/** Nothing has arrived yet. */
export const nothingYet: StreamState = {
  ...{ presence: new Map(), liveState: new Map(), cursors: new Map() },
  ...{ events: [], earlier: [], count: 0, awaited: new Set(), known: new Set() },
};

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
  return { presence, liveState, cursors, ...listed(state, arrived, at) };
}

/** The state without what has happened up to the event of a number. */
export function withoutEvents(state: StreamState, upTo: number): StreamState {
  return { ...state, events: state.events.filter(({ number }) => number > upTo) };
}

/** The lists of events with those that have arrived: a stream first sends what it says in `ready` to be there. */
function listed(
  { events, earlier, count, ...items }: StreamState,
  arrived: readonly DocumentEvent[],
  at: number,
): Pick<StreamState, "events" | "earlier" | "count" | "awaited" | "known"> {
  const [awaited, known] = [new Set(items.awaited), new Set(items.known)];
  const happened: ArrivedEvent[] = [];
  const wereThere: ArrivedEvent[] = [];
  for (const [i, event] of arrived.entries()) {
    const number = count + i + 1;
    const key = keyOf(event);
    for (const present of keysPresent(event)) if (!known.has(present)) awaited.add(present);
    if (awaited.delete(key)) wereThere.push({ number, at: changedAt(event) ?? at, event });
    else happened.push({ number, at, event });
    known.add(key);
  }
  const byTime = newestFirst(wereThere, earlier).sort((one, other) => other.at - one.at);
  const lists = { events: newestFirst(happened, events), earlier: byTime };
  return { ...lists, count: count + arrived.length, awaited, known };
}

function newestFirst(added: ArrivedEvent[], list: readonly ArrivedEvent[]): ArrivedEvent[] {
  return [...added.reverse(), ...list].slice(0, EVENTS_KEPT);
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
