import { expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { MAX_REVOKED_TOKENS, newTokenId, REVOCATION_KEPT } from "#domain/tokens/token-revocation";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { secondProcess } from "#testing/harness/processes/second-process";
import { type World, world } from "#testing/harness/world";
import { sweep } from "./sweep.ts";

const revoke = "/v2/auth/tokens/revoke";
const DAYS = 86_400_000;

/** The status of a call with the token, in a process that has cached nothing. */
async function statusOf(w: World, token: string): Promise<number> {
  w.advance(60_000);
  return (await w.request("/v2/presence/get", { organizationId: "acme", documentId: "roadmap" }, { token })).status;
}

test("revocations are kept as long as a revoked token could be valid, then about as long again, but no longer", async () => {
  const w = await world();
  await w.ok(revoke, { tokenIds: [newTokenId(w.context.newId, "ada")] });
  const records = () => w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/tokenRevocations` });
  for (const recordCount of [1, 0]) {
    w.advance(REVOCATION_KEPT);
    await sweep(w.context);
    expect(await records()).toBe(recordCount);
    if (recordCount) await sweep(w.context);
    expectWithContext(await records(), "a second sweep at the same time changes nothing").toBe(recordCount);
  }
});

test("a clock that was ahead for an hour, however far, ends no revocation, even if the user's tokens are revoked again", async () => {
  const w = await exampleWorld();
  for (const ahead of [3 * DAYS, 10_000 * DAYS]) {
    const tokens = [await w.token("ada"), await w.token("lin"), await w.token("grace")];
    w.advance(1);
    await w.ok(revoke, { userIds: ["ada"] });
    for (const token of tokens.slice(1)) await w.ok(revoke, { tokenIds: [decodeJwt(token).jti] });
    w.setClock(ahead);
    await sweep(w.context);
    await w.ok(revoke, { tokenIds: [newTokenId(w.context.newId, "grace")] });
    w.advance(3_600_000);
    await sweep(w.context);
    w.setClock(-ahead);
    const answers = await Promise.all(tokens.map((token) => statusOf(w, token)));
    expectWithContext(answers, `ahead by ${ahead / DAYS} days`).toStrictEqual([401, 401, 401]);
  }
});

test("a clock that is ahead a second time, after new revocations, ends none of them", async () => {
  const w = await exampleWorld();
  const token = await w.token("ada");
  const jump = async () => {
    w.setClock(3 * DAYS);
    await sweep(w.context);
    w.setClock(-3 * DAYS);
  };
  await w.ok(revoke, { userIds: ["ada"] });
  await jump();
  w.advance(3 * DAYS);
  const later = await w.token("ada");
  w.advance(1);
  await w.ok(revoke, { userIds: ["ada"] });
  await jump();
  expect([await statusOf(w, token), await statusOf(w, later)]).toStrictEqual([401, 401]);
});

test("a clock that is repeatedly ahead, each time farther, ends no revocation, in one process or several", async () => {
  const w = await exampleWorld();
  const token = await w.token("ada");
  w.advance(1);
  await w.ok(revoke, { userIds: ["ada"] });
  for (let jump = 1; jump <= 10; jump++) {
    w.setClock(3 * DAYS);
    await sweep(w.context);
    await sweep(secondProcess(w).context);
  }
  w.setClock(-30 * DAYS);
  expect(await statusOf(w, token)).toBe(401);
});

test("a revocation is eventually deleted even if every hour another process sweeps", async () => {
  const w = await world();
  await w.ok(revoke, { userIds: ["ada"] });
  const records = () => w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/tokenRevocations` });
  const sweepFor = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      w.advance(3_600_000);
      await sweep(secondProcess(w).context);
    }
  };
  await sweepFor(2 * 48);
  expect(await records()).toBe(1);
  await sweepFor(3);
  expect(await records()).toBe(0);
});

test("entries of individual tokens make room for new ones once they have expired", async () => {
  const w = await exampleWorld();
  const ids = () => Array.from({ length: MAX_REVOKED_TOKENS }, () => newTokenId(w.context.newId, "ada"));
  const failures = async () => {
    const { data } = await w.ok(revoke, { tokenIds: ids() });
    return Object.values<{ success: boolean }>(data).filter(({ success }) => !success).length;
  };
  expect([await failures(), await failures()]).toStrictEqual([0, MAX_REVOKED_TOKENS]);
  w.advance(REVOCATION_KEPT);
  expect(await failures()).toBe(0);
});
