import type { LiveState, PresenceEntry } from "@atrium/client";
import { readAwareness } from "./awareness.ts";
import { changedAt, type DocumentEvent, keyOf, keysPresent } from "./stream-items.ts";

/** An event with its time. */
export interface ArrivedEvent {
  /** From 1, in the order of arrival. */
  number: number;
  /** When the event arrived, or, for an item that existed before, when it was last changed; ms since 1970. */
  at: number;
  event: DocumentEvent;
}

/** A client's position in an editor, as reported by the client. */
export interface Cursor {
  editorId: string;
  /** Yjs client id. */
  client: number;
  state: Record<string, unknown>;
  /** When it was last reported, ms since 1970. */
  at: number;
}

/** The state built from a stream's events so far. */
export interface StreamState {
  /** Presence entries by user. */
  presence: ReadonlyMap<string, PresenceEntry>;
  liveState: ReadonlyMap<string, LiveState>;
  /** By editor and client. */
  cursors: ReadonlyMap<string, Cursor>;
  /** New events, newest first, at most `EVENTS_KEPT`. */
  events: readonly ArrivedEvent[];
  /** Items that existed when the stream began, most recently changed first. */
  earlier: readonly ArrivedEvent[];
  /** Number of events that have arrived. */
  count: number;
  /** Items that existed when the stream began but that it has not sent yet, by kind and id. */
  awaited: ReadonlySet<string>;
  /** Items that the stream has sent. */
  known: ReadonlySet<string>;
}

/** Maximum number of events kept. */
export const EVENTS_KEPT = 1_000;

/** A client that is silent for this long is considered gone, ms. */
const CURSOR_KEPT = 60_000;

/** The initial state, before any event. */
export const initialStreamState: StreamState = {
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

/** The state without the events up to a number. */
export function withoutEvents(state: StreamState, upTo: number): StreamState {
  return { ...state, events: state.events.filter(({ number }) => number > upTo) };
}

/** Adds arrived events to the lists. A stream first sends the items that its `ready` event announces as existing. */
function listed(
  { events, earlier, count, ...items }: StreamState,
  arrived: readonly DocumentEvent[],
  at: number,
): Pick<StreamState, "events" | "earlier" | "count" | "awaited" | "known"> {
  const [awaited, knownKeys] = [new Set(items.awaited), new Set(items.known)];
  const happened: ArrivedEvent[] = [];
  const wereThere: ArrivedEvent[] = [];
  for (const [i, event] of arrived.entries()) {
    const number = count + i + 1;
    const key = keyOf(event);
    for (const present of keysPresent(event)) if (!knownKeys.has(present)) awaited.add(present);
    if (awaited.delete(key)) wereThere.push({ number, at: changedAt(event) ?? at, event });
    else happened.push({ number, at, event });
    knownKeys.add(key);
  }
  const byTime = newestFirst(wereThere, earlier).sort((one, other) => other.at - one.at);
  const lists = { events: newestFirst(happened, events), earlier: byTime };
  return { ...lists, count: count + arrived.length, awaited, known: knownKeys };
}

function newestFirst(added: ArrivedEvent[], list: readonly ArrivedEvent[]): ArrivedEvent[] {
  return [...added.reverse(), ...list].slice(0, EVENTS_KEPT);
}

function keepCursors(cursors: Map<string, Cursor>, report: { editorId: string; awareness: string }, at: number): void {
  const { editorId, awareness } = report;
  for (const { client, state } of readAwareness(awareness)) {
    const key = `${client} ${editorId}`;
    if (state) cursors.set(key, { editorId, client, state, at });
    else cursors.delete(key);
  }
}

/** Removes entries that the server no longer names: they disappeared while the stream was disconnected. */
function keepOnly(entries: Map<string, unknown>, ids: readonly string[]): void {
  const present = new Set(ids);
  for (const id of entries.keys()) if (!present.has(id)) entries.delete(id);
}
