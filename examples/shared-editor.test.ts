import type { CommentAnnotation } from "@atrium/client";
import { expect, test } from "@jest/globals";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness";
import { createRelativePositionFromTypeIndex, Doc } from "yjs";
import { anchorIn, anchorOf, rangeOf } from "./shared-editor/anchor.ts";
import { keepDrawable } from "./shared-editor/states.ts";

/** A text, and a function that returns the JSON of a position in it. */
function sharedText() {
  const text = new Doc().getText("content");
  text.insert(0, "The budget is sure.");
  return { text, position: JSON.parse(JSON.stringify(createRelativePositionFromTypeIndex(text, 4))) };
}

/** The state as the page's editor reads it when another person sends it. */
function receivedState(state: object): unknown {
  const [theirs, ours] = [new Awareness(new Doc()), new Awareness(new Doc())];
  keepDrawable(ours);
  let read: unknown;
  ours.on("change", () => {
    read = ours.getStates().get(theirs.clientID);
  });
  theirs.setLocalState(state as Record<string, unknown>);
  applyAwarenessUpdate(ours, encodeAwarenessUpdate(theirs, [theirs.clientID]), "test");
  for (const awareness of [theirs, ours]) awareness.destroy();
  return read;
}

const ada = { name: "Ada", color: "#1f9d55", colorLight: "#1f9d5533" };

test("cursors and names of others are shown as they are", () => {
  const { position } = sharedText();
  const state = { user: ada, cursor: { anchor: position, head: position } };
  expect(receivedState(state)).toStrictEqual(state);
  expect(receivedState({ user: ada, cursor: null })).toStrictEqual({ user: ada });
});

test("an invalid colour and an invalid cursor are left out", () => {
  const { position } = sharedText();
  for (const color of ["red;position:fixed;inset:0", "url(x)", "#12", null, 5])
    expect(receivedState({ user: { ...ada, color } })).toStrictEqual({});
  const none = [5, {}, { x: 1 }, { item: null, type: null, tname: null }, { ...position, item: { client: "a" } }];
  for (const head of none)
    expect(receivedState({ user: ada, cursor: { anchor: position, head } })).toStrictEqual({ user: ada });
});

test("a thread finds its words again; a thread with the context of another program has no anchor", () => {
  const { text } = sharedText();
  const anchor = anchorOf("notes", text, { from: 4, to: 10 });
  const findRange = (context: unknown) => {
    const own = anchorIn({ context } as CommentAnnotation);
    return own && rangeOf(own, text);
  };
  expect(findRange(anchor)).toStrictEqual({ from: 4, to: 10 });
  expect(findRange({ ...anchor, from: undefined, to: 7 })).toStrictEqual({ from: 4, to: 10 });
  for (const context of [undefined, { a: 1 }, { quote: null }, { quote: "x" }])
    expect(findRange(context)).toBeUndefined();
  expect(findRange({ quote: "x", prefix: "", suffix: "", from: { item: 5 }, to: {} })).toBeUndefined();
});
