import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { AuditAction } from "#domain/audit/action";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { expectWithContext } from "#testing/harness/jest/context";

const all: readonly CallEndpoint[] = callEndpoints;

/** Paths that change settings, credentials, access or whole resources, regardless of what they declare. */
const administrative =
  /^\/v\d\/(workspace\/|auth\/(permissions|tokens)\/|organizations\/(.+\/)?access\/|organizations\/((documents|folders)\/)?delete$|users\/(data\/)?delete$)/;

/** Exceptions among these paths: they only resend something or send a test. */
const sending = /\/(advancedwebhook\/(deliveries\/(recover|resend)|endpoints\/test)|emailconfig\/test)$/;

test("every endpoint that writes declares whether it is audited, and none that reads does", () => {
  for (const { path, kind, audit } of all)
    expectWithContext(
      audit === undefined,
      `functions/src/api${path}.ts: declare \`audit\`, or \`audit: false\` if the call changes nothing administrative`,
    ).toBe(kind === "read");
});

test("every endpoint that changes settings, credentials or access, or deletes a resource, is audited", () => {
  const silent = all.filter(
    ({ path, kind, audit }) => kind === "write" && administrative.test(path) && !sending.test(path) && !audit,
  );
  expect(silent.map(({ path }) => path)).toStrictEqual([]);
});

test("an action is named by its resource and its verb, and docs/behaviour.md lists the same names as the declaration", () => {
  const described = readFileSync("docs/behaviour.md", "utf8");
  const table = /\| what \| actions \|\n(?:\|.*\n)+/.exec(described)?.[0] ?? "";
  for (const action of AuditAction.options) expect(action).toMatch(/^[a-zA-Z]+(\.[a-zA-Z]+){1,2}$/);
  expect([...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toStrictEqual(
    [...AuditAction.options].sort(),
  );
});
