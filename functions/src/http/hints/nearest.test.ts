import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/context";
import { nearest } from "./nearest.ts";

const fields = ["organizationId", "documentId", "userId", "users"];

test("a word with a letter wrong, missing, too many or swapped, or of another case, finds what is meant", () => {
  for (const word of ["organisationId", "organizatonId", "organizationIdd", "organizationdI", "OrganizationID"])
    expectWithContext(nearest(word, fields), word).toBe("organizationId");
  expect(nearest("user", fields)).toBe("users");
});

test("the nearest of several is found, and nothing that is far away", () => {
  expect(nearest("usersId", ["users", "userId", "userIds"])).toBe("userId");
  expect(nearest("colour", fields)).toBeUndefined();
  expect(nearest("", fields)).toBeUndefined();
});

test("what is too long to be a mistake is not compared", () => {
  expect(nearest("x".repeat(100_000), ["x".repeat(100_000)])).toBeUndefined();
});
