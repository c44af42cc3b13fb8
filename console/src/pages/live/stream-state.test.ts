import { expect, test } from "@jest/globals";
import { type DocumentEvent, EVENTS_KEPT, nothingYet, subjectOf, withEvents } from "./stream-state.ts";

function presence(userId: string, status: string): DocumentEvent {
  return { event: "presence", id: "1.1", data: { userId, status, lastUpdated: 1 } };
}

function ready(...ids: string[]): DocumentEvent {
  const present = { presence: ids, livestate: [], comment: [], notification: [] };
  return { event: "ready", id: "1.0", data: { organizationId: "acme", documentId: "homepage", present } };
}

test("people come and go with the events, and those who left while the stream was away are gone after it", () => {
  const first = withEvents(nothingYet, [ready("ada", "lin"), presence("ada", "online"), presence("lin", "away")], 5);
  expect([...first.presence.keys()]).toStrictEqual(["ada", "lin"]);
  const second = withEvents(first, [{ event: "presence", id: "", data: { userId: "ada", removed: true } }], 6);
  expect([...second.presence.keys()]).toStrictEqual(["lin"]);
  expect([...withEvents(second, [ready()], 7).presence.keys()]).toStrictEqual([]);
});

test("the newest events stand first, and the oldest are forgotten", () => {
  let state = nothingYet;
  for (let at = 1; at <= EVENTS_KEPT + 2; at++) state = withEvents(state, [presence("ada", `${at}`)], at);
  expect(state.events).toHaveLength(EVENTS_KEPT);
  expect(state.events[0]).toMatchObject({ number: EVENTS_KEPT + 2, at: EVENTS_KEPT + 2 });
  expect(state.events.map(({ event }) => subjectOf(event))[0]).toBe(`ada: ${EVENTS_KEPT + 2}`);
});

test("cursors are those that clients told last, until they leave or say nothing for a minute", () => {
  const told = (client: number, state: object | null): DocumentEvent => {
    const text = JSON.stringify(state);
    const awareness = btoa(String.fromCharCode(1, 128 + (client % 128), client >> 7, 3, text.length) + text);
    return { event: "crdt.awareness", id: "", data: { editorId: "body", awareness } };
  };
  const first = withEvents(nothingYet, [told(300, { user: { name: "Ada" } }), told(301, { cursor: 4 })], 1000);
  expect([...first.cursors.values()]).toStrictEqual([
    { editorId: "body", client: 300, state: { user: { name: "Ada" } }, at: 1000 },
    { editorId: "body", client: 301, state: { cursor: 4 }, at: 1000 },
  ]);
  const second = withEvents(first, [told(300, null), told(301, { cursor: 5 })], 50_000);
  expect([...second.cursors.values()].map(({ state }) => state)).toStrictEqual([{ cursor: 5 }]);
  expect(withEvents(second, [ready()], 110_001).cursors.size).toBe(0);
});
