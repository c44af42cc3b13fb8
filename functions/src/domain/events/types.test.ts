import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import {
  actionTypeOf,
  eventTypeNames,
  eventTypesOf,
  huddleTriggers,
  isEventType,
  optInTriggers,
  standardCommentTriggers,
} from "./types.ts";

test("the catalogue contains 21 collaboration events, 12 approval events and events for all changes by REST", () => {
  const collaboration = eventTypesOf(["commentAnnotation", "comment", "huddle", "crdt", "recorder"]);
  // REST adds `crdt.add` to the collaboration events.
  expect(collaboration.filter((name) => name !== "crdt.add").length).toBe(21);
  expect(eventTypesOf(["approval"]).length).toBe(12);
  expect(eventTypeNames.length).toBe(68);
});

test("only names in the catalogue are event types, not properties that every object inherits", () => {
  for (const name of ["comment.add", "message.attempt.exhausted", "usergroup.user_add"])
    expect(isEventType(name)).toBe(true);
  for (const name of ["comment", "comment.added", "Comment.add", "constructor", "toString", "__proto__", ""])
    expectWithContext(isEventType(name), name).toBe(false);
});

test("the action type is the last part of a type in camel case", () => {
  const types = ["comment.add", "crdt.update_data", "comment_annotation.status_change", "group.quorum-met"];
  expect(types.map(actionTypeOf)).toStrictEqual(["add", "updateData", "statusChange", "quorumMet"]);
});

test("default triggers and opt-in triggers are comment events and do not overlap", () => {
  const comments = eventTypesOf(["commentAnnotation", "comment"]);
  for (const name of [...standardCommentTriggers, ...optInTriggers]) expectWithContext(comments, name).toContain(name);
  expect(standardCommentTriggers.filter((name) => optInTriggers.includes(name))).toStrictEqual([]);
  expect(huddleTriggers).toStrictEqual(["huddle.create", "huddle.join"]);
});
