import { expect, test } from "@jest/globals";
import type { AccessDecision, AccessRule } from "./decide-access.ts";
import { accessRefusal, explainAccess } from "./explanation.ts";

const document = { type: "document", id: "d1" } as const;
const folder = { type: "folder", id: "f1" } as const;
const organization = { type: "organization", id: "o1" } as const;

function decision(rule: AccessRule, rest: Partial<AccessDecision> = {}): AccessDecision {
  return { allowed: rest.role !== undefined, action: "read", resource: document, rule, ...rest };
}

const grant = { kind: "role", by: "grant", on: folder } as const;

/** 2035-01-01T00:00:00Z in seconds. */
const END = 2_051_222_400;

const words: [AccessDecision, string][] = [
  [
    decision(grant, { role: "viewer", expiresAt: END }),
    "granted by folder `f1`, role viewer, until 2035-01-01T00:00:00Z",
  ],
  [decision({ ...grant, by: "membership" }, { role: "editor" }), "granted by membership of folder `f1`, role editor"],
  [
    decision({ ...grant, by: "token", on: organization }, { role: "editor" }),
    "granted by the token for organization `o1`, role editor",
  ],
  [decision({ kind: "administrator" }, { role: "editor" }), "granted by the administrator's token, role editor"],
  [
    decision({ kind: "provider", answered: true }, { role: "viewer", expiresAt: END + 0.5 }),
    "granted by the permission provider, role viewer, until 2035-01-01T00:00:00.500Z",
  ],
  [
    decision({ kind: "accessType", accessType: "public", from: document }, { role: "viewer" }),
    "granted by access type public of document `d1`, role viewer",
  ],
  [
    decision({ kind: "accessType", accessType: "public" }, { role: "viewer" }),
    "granted by access type public by default, role viewer",
  ],
  [
    decision(grant, { allowed: false, action: "write", role: "viewer", expiresAt: END }),
    "denied: write needs role editor, folder `f1` gives role viewer, until 2035-01-01T00:00:00Z",
  ],
  [decision({ kind: "missing" }), "denied: document `d1` does not exist"],
  [decision({ kind: "disabled", on: organization }), "denied: organization `o1` is disabled"],
  [decision({ kind: "disabled", on: document }), "denied: document `d1` is disabled"],
  [decision({ kind: "provider", answered: true }), "denied: the permission provider gives no access"],
  [decision({ kind: "provider", answered: false }), "denied: the permission provider does not answer"],
  [
    decision({ kind: "accessType", accessType: "organizationPrivate" }),
    "denied: access type organizationPrivate by default, no role held",
  ],
  [
    decision({ kind: "accessType", accessType: "restricted", from: folder }),
    "denied: access type restricted of folder `f1`, no role held below the organization",
  ],
  [decision({ kind: "no role" }, { resource: organization }), "denied: no role held on organization `o1`"],
];

for (const [input, expected] of words)
  test(`a decision is explained: ${expected}`, () => expect(explainAccess(input)).toBe(expected));

test("an expiry beyond the range of dates is explained as a number", () => {
  const expiresAt = Number.MAX_SAFE_INTEGER;
  expect(explainAccess(decision(grant, { role: "viewer", expiresAt }))).toMatch(/until second 9007199254740991$/);
});

test("the refusal names the missing resource, or the denied one with the rule in its details", () => {
  const refusal = (input: AccessDecision) => {
    const { code, message, extras } = accessRefusal(input);
    return [code, message, extras.details];
  };
  expect(refusal(decision({ kind: "missing" }))).toStrictEqual(["NOT_FOUND", "Document does not exist.", undefined]);
  const denied = (access: string) => ({ access: `denied: ${access}` });
  expect(refusal(decision({ kind: "disabled", on: organization }))).toStrictEqual([
    ...["PERMISSION_DENIED", "Organization is disabled."],
    denied("organization `o1` is disabled"),
  ]);
  expect(refusal(decision(grant, { allowed: false, action: "write", role: "viewer" }))).toStrictEqual([
    ...["PERMISSION_DENIED", "User may not write to the document."],
    denied("write needs role editor, folder `f1` gives role viewer"),
  ]);
  expect(refusal(decision({ kind: "no role" }, { resource: organization }))).toStrictEqual([
    ...["PERMISSION_DENIED", "User does not have access to the organization."],
    denied("no role held on organization `o1`"),
  ]);
});
