import assert from "node:assert/strict";
import { test } from "node:test";
import {
  eventTypeNames,
  eventTypesOf,
  huddleTriggers,
  isEventType,
  optInTriggers,
  standardCommentTriggers,
} from "./types.ts";

test("the catalogue holds 21 collaboration events and those of everything that REST changes", () => {
  const collaboration = eventTypesOf(["commentAnnotation", "comment", "huddle", "crdt", "recorder"]);
  // `crdt.add` is the one of them that REST adds to the catalogue.
  assert.equal(collaboration.filter((name) => name !== "crdt.add").length, 21);
  assert.equal(eventTypeNames.length, 56);
});

test("a name is an event type or it is not, also one that every object has", () => {
  for (const name of ["comment.add", "message.attempt.exhausted", "usergroup.user_add"]) assert.ok(isEventType(name));
  for (const name of ["comment", "comment.added", "Comment.add", "constructor", "toString", "__proto__", ""])
    assert.equal(isEventType(name), false, name);
});

test("the triggers that are on by default and those to opt into are comment events, and none is both", () => {
  const comments = eventTypesOf(["commentAnnotation", "comment"]);
  for (const name of [...standardCommentTriggers, ...optInTriggers]) assert.ok(comments.includes(name), name);
  assert.deepEqual(
    standardCommentTriggers.filter((name) => optInTriggers.includes(name)),
    [],
  );
  assert.deepEqual(huddleTriggers, ["huddle.create", "huddle.join"]);
});
