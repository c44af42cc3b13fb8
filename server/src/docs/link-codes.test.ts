import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { START, world } from "@atrium/functions/testing/harness/world";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { issueLinkCode, LINK_CODE_TTL, MAX_LINK_CODES, redeemLinkCode } from "./link-codes.ts";

/** The store of a data folder as one more process opens it. */
async function openStore(t: TestContext, folder: string) {
  const { store } = await openData(folder);
  t.after(() => store.close());
  return store;
}

test("a code is valid until five minutes are over, and once", async () => {
  const { store } = (await world()).context;
  const code = await issueLinkCode(store, START);
  const late = await issueLinkCode(store, START);
  assert.equal(await redeemLinkCode(store, code, START + LINK_CODE_TTL - 1), true);
  assert.equal(await redeemLinkCode(store, code, START + LINK_CODE_TTL - 1), false);
  assert.equal(await redeemLinkCode(store, late, START + LINK_CODE_TTL), false);
  assert.equal(
    await redeemLinkCode(store, late, START),
    false,
    "an expired code is gone, whatever the clock says then",
  );
});

test("a clock that was set back does not lengthen the life of a code", async () => {
  const { store } = (await world()).context;
  const code = await issueLinkCode(store, START);
  assert.equal(await redeemLinkCode(store, code, START - 1), false);
});

test("codes can't be guessed from one another or read from the store, and there are never many", async () => {
  const { store } = (await world()).context;
  const codes: string[] = [];
  for (let i = 0; i <= MAX_LINK_CODES; i++) codes.push(await issueLinkCode(store, START));
  for (const code of codes) assert.match(code, /^[0-9A-Za-z]{22}$/);
  const stored = JSON.stringify(await store.get("host/linkCodes"));
  for (const code of codes) assert.ok(!stored.includes(code));
  const valid = [];
  for (const code of codes) valid.push(await redeemLinkCode(store, code, START));
  assert.deepEqual(valid, [false, ...Array(MAX_LINK_CODES).fill(true)], "the oldest one made room");
});

test("of many uses at once, in two processes, exactly one wins; a code survives a restart, and so does its use", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  const { store } = await openData(folder);
  const code = await issueLinkCode(store, START);
  await store.close();
  const stores = [await openStore(t, folder), await openStore(t, folder)];
  const uses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => redeemLinkCode(stores[i % 2] as (typeof stores)[0], code, START)),
  );
  assert.equal(uses.filter(Boolean).length, 1);
  const restarted = await openStore(t, folder);
  assert.equal(await redeemLinkCode(restarted, code, START), false);
});
