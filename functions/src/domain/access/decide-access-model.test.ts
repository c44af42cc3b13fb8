import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { anyAccessWorld, anyWorldQuestion } from "#testing/suites/access/arbitrary-world";
import { naiveAccess, toAccessQuestion } from "#testing/suites/access/naive-model";
import { type AccessRule, decideAccess } from "./decide-access.ts";

const RUNS = 1000;

test("in random worlds every decision matches the naive model, with the same rule, role and expiry", () => {
  const anyQuestions = fc.array(anyWorldQuestion, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(anyAccessWorld, anyQuestions, (world, questions) => {
      for (const question of questions)
        expect(decideAccess(toAccessQuestion(world, question))).toStrictEqual(naiveAccess(world, question));
    }),
    { numRuns: RUNS },
  );
});

test("the random worlds exercise every rule, with access allowed and denied", () => {
  const met = new Set<string>();
  const questions = fc.sample(fc.tuple(anyAccessWorld, fc.array(anyWorldQuestion, { minLength: 40, maxLength: 40 })), {
    numRuns: 300,
    seed: 11,
  });
  for (const [world, ofWorld] of questions)
    for (const question of ofWorld) {
      const { rule, allowed } = naiveAccess(world, question);
      met.add(`${termsOf(rule)} ${allowed}`);
    }
  const levels = ["document", "folder", "organization"];
  const roleRules = levels.flatMap((type) => ["token", "grant", "membership"].map((by) => `${by} on ${type}`));
  const accessTypeRules = (accessType: string) =>
    ["document", "folder", "default"].map((from) => `${accessType} of ${from}`);
  const expected = [
    ...[...roleRules, "provider", ...accessTypeRules("public")].flatMap((rule) => [`${rule} true`, `${rule} false`]),
    ...[...accessTypeRules("organizationPrivate"), ...accessTypeRules("restricted")].map((rule) => `${rule} false`),
    ...["silent provider false", "disabled document false", "disabled organization false", "missing false"],
    ...["no role false", "administrator true"],
  ];
  expect([...met].sort()).toStrictEqual(expected.sort());
});

function termsOf(rule: AccessRule): string {
  if (rule.kind === "role") return `${rule.by} on ${rule.on.type}`;
  if (rule.kind === "accessType") return `${rule.accessType} of ${rule.from?.type ?? "default"}`;
  if (rule.kind === "disabled") return `disabled ${rule.on.type}`;
  return rule.kind === "provider" && !rule.answered ? "silent provider" : rule.kind;
}
