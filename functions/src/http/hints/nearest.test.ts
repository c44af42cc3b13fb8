import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./nearest.ts";

const fields = ["organizationId", "documentId", "userId", "users"];

test("a word with a letter wrong, missing, too many or swapped, or of another case, finds what is meant", () => {
  for (const word of ["organisationId", "organizatonId", "organizationIdd", "organizationdI", "OrganizationID"])
    assert.equal(nearest(word, fields), "organizationId", word);
  assert.equal(nearest("user", fields), "users");
});

test("the nearest of several is found, and nothing that is far away", () => {
  assert.equal(nearest("usersId", ["users", "userId", "userIds"]), "userId");
  assert.equal(nearest("colour", fields), undefined);
  assert.equal(nearest("", fields), undefined);
});

test("what is too long to be a mistake is not compared", () => {
  assert.equal(nearest("x".repeat(100_000), ["x".repeat(100_000)]), undefined);
});
