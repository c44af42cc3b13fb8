import { expect, test } from "@jest/globals";
import { createLocalJWKSet, jwtVerify } from "jose";
import { visit } from "#testing/harness/visit";
import { world } from "#testing/harness/world";
import jwks from "./jwks.json.ts";

test("anybody can read the public keys of user tokens, cacheable for a minute, without any private part", async () => {
  const w = await world();
  const { status, headers, body } = await visit(w, jwks);
  expect([status, headers["cache-control"], headers["access-control-allow-origin"]]).toStrictEqual([
    200,
    "public, max-age=60",
    "*",
  ]);
  expect(body.keys.map(({ d }: { d?: string }) => d)).toStrictEqual([undefined]);
  const currentDate = new Date(w.context.now());
  const { payload } = await jwtVerify(await w.token("ada"), createLocalJWKSet(body), { currentDate });
  expect(payload.iss).toBe("atrium");
});
