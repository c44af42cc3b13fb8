import { expect, test } from "@jest/globals";
import { type DocumentEvent, subjectOf } from "./stream-items.ts";
import { EVENTS_KEPT, initialStreamState, withEvents } from "./stream-state.ts";

function presence(userId: string, status: string): DocumentEvent {
  return { event: "presence", id: "1.1", data: { userId, status, lastUpdated: 1 } };
}

function ready(...ids: string[]): DocumentEvent {
  const present = { presence: ids, livestate: [], comment: [], notification: [] };
  return { event: "ready", id: "1.0", data: { organizationId: "acme", documentId: "homepage", present } };
}

test("events add and remove people, and those who left while the stream was disconnected are removed afterwards", () => {
  const first = withEvents(
    initialStreamState,
    [ready("ada", "lin"), presence("ada", "online"), presence("lin", "away")],
    5,
  );
  expect([...first.presence.keys()]).toStrictEqual(["ada", "lin"]);
  const second = withEvents(first, [{ event: "presence", id: "", data: { userId: "ada", removed: true } }], 6);
  expect([...second.presence.keys()]).toStrictEqual(["lin"]);
  expect([...withEvents(second, [ready()], 7).presence.keys()]).toStrictEqual([]);
});

test("the newest events come first, and the oldest are dropped", () => {
  let state = initialStreamState;
  for (let at = 1; at <= EVENTS_KEPT + 2; at++) state = withEvents(state, [presence("ada", `${at}`)], at);
  expect(state.events).toHaveLength(EVENTS_KEPT);
  expect(state.events[0]).toMatchObject({ number: EVENTS_KEPT + 2, at: EVENTS_KEPT + 2 });
  expect(state.events.map(({ event }) => subjectOf(event))[0]).toBe(`ada: ${EVENTS_KEPT + 2}`);
});

test("items that existed when the stream began are listed apart with their own time; new events have their arrival time", () => {
  const first = withEvents(
    initialStreamState,
    [ready("ada", "lin"), presence("ada", "online"), presence("bo", "here")],
    500,
  );
  const times = (list: typeof first.events) => list.map(({ at, event }) => `${at} ${subjectOf(event)}`);
  expect(times(first.earlier)).toStrictEqual(["1 ada: online"]);
  expect(times(first.events)).toStrictEqual(["500 bo: here", "500 homepage"]);
  // A stream that resumes after a break sends what has changed meanwhile.
  const second = withEvents(first, [presence("lin", "away"), ready("ada", "lin"), presence("ada", "away")], 900);
  expect(times(second.earlier)).toStrictEqual(["1 lin: away", "1 ada: online"]);
  expect(times(second.events).slice(0, 2)).toStrictEqual(["900 ada: away", "900 homepage"]);
});

test("a thread is described by its newest comment, with names instead of mentioned ids, and a notification by its text", () => {
  const comments = [{ commentText: "{{lin}} and {{bo}}: look", from: { userId: "ada", name: "Ada" } }];
  const taggedUserContacts = [{ userId: "lin", contact: { userId: "lin", name: "Lin" } }];
  const thread = { annotationId: "a", comments: comments.map((comment) => ({ ...comment, taggedUserContacts })) };
  const about = (event: string, data: object) => subjectOf({ event, id: "", data } as DocumentEvent);
  expect(about("comment", thread)).toBe("Ada: @Lin and @bo: look");
  expect(about("notification", { id: "n", messages: { displayHeadlineMessage: "News" } })).toBe("News");
  expect(about("notification", { id: "n", removed: true })).toBe("n");
});

test("each client's last reported cursor is kept until the client leaves or is silent for a minute", () => {
  const awarenessEvent = (client: number, state: object | null): DocumentEvent => {
    const text = JSON.stringify(state);
    const awareness = btoa(String.fromCharCode(1, 128 + (client % 128), client >> 7, 3, text.length) + text);
    return { event: "crdt.awareness", id: "", data: { editorId: "body", awareness } };
  };
  const first = withEvents(
    initialStreamState,
    [awarenessEvent(300, { user: { name: "Ada" } }), awarenessEvent(301, { cursor: 4 })],
    1000,
  );
  expect([...first.cursors.values()]).toStrictEqual([
    { editorId: "body", client: 300, state: { user: { name: "Ada" } }, at: 1000 },
    { editorId: "body", client: 301, state: { cursor: 4 }, at: 1000 },
  ]);
  const second = withEvents(first, [awarenessEvent(300, null), awarenessEvent(301, { cursor: 5 })], 50_000);
  expect([...second.cursors.values()].map(({ state }) => state)).toStrictEqual([{ cursor: 5 }]);
  expect(withEvents(second, [ready()], 110_001).cursors.size).toBe(0);
});
