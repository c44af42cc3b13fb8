import { describe, expect, test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { comparableReply } from "#testing/harness/comparable-reply";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { dump } from "#testing/harness/store/store-dump";
import { type EndpointRequest, openDoor } from "./door.ts";

const aliases = callEndpoints.filter(({ aliasOf }) => aliasOf);

function twinOf({ aliasOf }: CallEndpoint): CallEndpoint {
  return callEndpoints.find(({ path }) => path === aliasOf) ?? fail(`${aliasOf} is not in the list`);
}

/** The reply of an endpoint in a fresh example world, and the number of documents in each collection afterwards. */
async function outcome(endpoint: CallEndpoint, request: EndpointRequest) {
  const { w, send } = await openDoor(endpoint);
  const { status, body } = await send(request);
  await w.drain();
  const counts: Record<string, number> = {};
  for (const path of Object.keys(await dump(w.context.store))) {
    const collection = path.replaceAll(/\/[^/]+(\/|$)/g, "/");
    counts[collection] = (counts[collection] ?? 0) + 1;
  }
  return { reply: comparableReply({ status, body }, [w.tenant]), counts };
}

/** Endpoints of v2 that are a second name of another v2 endpoint. */
const renamed = { "/v2/workspace/apikeymetadata/get": "/v2/workspace/apikeyconfig/get" };

test("every path without a file is that of its twin in v2, or a second name listed here", () => {
  expect(aliases.length).toBeGreaterThan(0);
  for (const { path, aliasOf } of aliases)
    expect(Object.hasOwn(renamed, path) ? renamed[path as keyof typeof renamed] : path.replace("/v1/", "/v2/")).toBe(
      aliasOf,
    );
});

for (const alias of aliases)
  describe(alias.path, () => {
    test("declares the same as its twin in v2, except for its path", () => {
      const { path: _, aliasOf: __, ...own } = alias;
      const { path: ___, ...declared } = twinOf(alias);
      expect(Object.keys(own)).toStrictEqual(Object.keys(declared));
      for (const name of Object.keys(own) as (keyof typeof own)[])
        expectWithContext(own[name], name).toBe(declared[name]);
    });

    test("answers its example as its twin in v2 does, and writes as many documents", async () => {
      expect(await outcome(alias, {})).toStrictEqual(await outcome(twinOf(alias), {}));
    });

    test("refuses the same calls as its twin in v2, with the same messages", async () => {
      for (const request of [{ data: { organizationId: "" } }, { headers: { "x-service-auth-token": "wrong" } }])
        expect(await outcome(alias, request)).toStrictEqual(await outcome(twinOf(alias), request));
    });
  });
