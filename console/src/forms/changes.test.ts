import { AtriumError } from "@atrium/client";
import { expect, test } from "@jest/globals";
import { changedFields, changesAmong, changesOf, conflictsOf } from "./changes.ts";
import { fieldIssuesOf, issueAt } from "./field-issues.ts";

test("only differences are sent, and an emptied field is sent as null", () => {
  const before = { isOn: true, name: "Ada", list: ["a"], inner: { one: 1, two: 2, gone: "x" } };
  const after = { isOn: false, name: undefined, list: ["a"], inner: { one: 1, two: 3 }, added: "new" };
  expect(changesOf(before, after)).toStrictEqual({
    isOn: false,
    name: null,
    inner: { two: 3, gone: null },
    added: "new",
  });
  expect(changesOf(before, structuredClone(before))).toStrictEqual({});
});

test("only changed fields of an item are sent, each as a whole, and an emptied one as null", () => {
  const before = { name: "Ada", color: "red", status: { id: "OPEN", name: "Open" }, list: ["a"] };
  const after = { ...before, status: { id: "OPEN", name: "Begun" }, list: ["a"], left: undefined, color: undefined };
  expect(changedFields(before, after)).toStrictEqual({ color: null, status: { id: "OPEN", name: "Begun" } });
});

test("changes by others count only for fields that the form shows, and a field they removed is null", () => {
  const before = { name: "Ada", color: "red", updated: 1 };
  const names = ["name", "color", "added"];
  expect(changesAmong(names, before, { name: "Eve", updated: 2 })).toStrictEqual({ name: "Eve", color: null });
  expect(changesAmong(names, before, { ...before, updated: 2 })).toBeUndefined();
});

test("a change by others conflicts only if it sets a field that was also edited to a different value", () => {
  const before = { name: "Ada", color: "red", inner: { one: 1, two: 2 }, tags: { a: "1" } };
  const mine = changesOf(before, { ...before, name: "Eve", inner: { one: 1, two: 3 }, tags: {} }, ["tags"]);
  const conflicts = (others: object) =>
    conflictsOf(mine, changesOf(before, { ...before, ...others }, ["tags"]), ["tags"]);
  expect(conflicts({ color: "blue", inner: { one: 9, two: 2 } })).toBeUndefined();
  expect(conflicts({ name: "Eve" })).toBeUndefined();
  expect(conflicts({ name: "Bob", inner: { one: 9, two: 4 } })).toStrictEqual({ name: "Bob", inner: { two: 4 } });
  // A field that is sent as a whole replaces everything in it.
  expect(conflicts({ tags: { a: "1", b: "2" } })).toStrictEqual({ tags: { a: "1", b: "2" } });
});

test("a field error of the service is mapped to the form, without the names that only the request has", () => {
  const issues = [
    { path: "data.users[0].email", message: "must be an e-mail address." },
    { path: "data.users.0.groups.1", message: "is too long." },
  ];
  const fieldIssues = fieldIssuesOf(new AtriumError("INVALID_ARGUMENT", "No.", { details: { issues } }), "users");
  expect(fieldIssues.map(({ path }) => path)).toStrictEqual(["email", "groups.1"]);
  expect([issueAt(fieldIssues, "groups"), issueAt(fieldIssues, "name")]).toStrictEqual(["is too long.", undefined]);
});

test("an error inside a field that is edited as one text names the inner field, even if its name has dots", () => {
  const issues = [
    { path: "data.metadata.owner", message: "Must be a string, not an object." },
    { path: 'data.config.triggers["comment.nothing"]', message: "Is not an event type." },
  ];
  const fieldIssues = fieldIssuesOf(new AtriumError("INVALID_ARGUMENT", "No.", { details: { issues } }));
  expect(issueAt(fieldIssues, "metadata")).toBe("owner: Must be a string, not an object.");
  expect(issueAt(fieldIssues, "config.triggers")).toBe("comment.nothing: Is not an event type.");
});
