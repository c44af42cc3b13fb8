import { expect, test } from "@jest/globals";
import { type DocumentFilter, meetsFilter } from "./document-filter.ts";

const document = {
  documentName: "Plan",
  disabled: false,
  createdAt: 1000,
  stage: "draft",
  size: 3,
  owner: { team: "core", name: null },
  tags: ["a", "b", 1],
  "with.dot": "yes",
};

for (const [key, operator, value, isMet] of [
  ["documentName", "==", "Plan", true],
  ["documentName", "==", "plan", false],
  ["disabled", "==", false, true],
  ["stage", "==", "draft", true],
  ["metadata.stage", "==", "draft", true],
  ["owner.team", "==", "core", true],
  ["metadata.owner.team", "==", "core", true],
  ["owner.name", "==", null, true],
  ["owner", "==", null, false],
  ["with.dot", "==", "yes", true],
  ["size", "==", "3", false],
  ["stage", "!=", "done", true],
  ["stage", "!=", "draft", false],
  ["none", "!=", "done", false],
  ["none", "==", null, false],
  ["tags.0", "==", "a", false],
  ["tags.length", "==", 3, false],
  ["stage.length", "==", 5, false],
  ["__proto__", "!=", null, false],
  ["constructor.name", "==", "Object", false],
  ["size", "<", 3, false],
  ["size", "<=", 3, true],
  ["size", ">", 2, true],
  ["size", ">=", 4, false],
  ["size", ">", "2", false],
  ["createdAt", ">", 999, true],
  ["stage", ">=", "d", true],
  ["disabled", ">", 0, false],
  ["stage", "in", ["done", "draft"], true],
  ["stage", "in", ["done"], false],
  ["tags", "array-contains", "b", true],
  ["tags", "array-contains", 1, true],
  ["tags", "array-contains", "1", false],
  ["stage", "array-contains", "draft", false],
] as const)
  test(`${key} ${operator} ${JSON.stringify(value)} ${isMet ? "is met" : "is not met"}`, () => {
    expect(meetsFilter(document, { key, operator, value } as unknown as DocumentFilter)).toBe(isMet);
  });

test("a custom field `metadata` takes precedence over the prefix", () => {
  const own = { stage: "outer", metadata: { stage: "inner" } };
  expect(meetsFilter(own, { key: "metadata.stage", operator: "==", value: "inner" })).toBe(true);
});
