import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { nearest } from "./nearest.ts";

const fields = ["organizationId", "documentId", "userId", "users"];

test("a word with one wrong, missing, extra or swapped letter, or in another case, matches its target", () => {
  for (const word of ["organisationId", "organizatonId", "organizationIdd", "organizationdI", "OrganizationID"])
    expectWithContext(nearest(word, fields), word).toBe("organizationId");
  expect(nearest("user", fields)).toBe("users");
});

test("the nearest of several words is chosen, and no distant one", () => {
  expect(nearest("usersId", ["users", "userId", "userIds"])).toBe("userId");
  expect(nearest("colour", fields)).toBeUndefined();
  expect(nearest("", fields)).toBeUndefined();
});

test("a word that is too long for a typo is not compared", () => {
  expect(nearest("x".repeat(100_000), ["x".repeat(100_000)])).toBeUndefined();
});
