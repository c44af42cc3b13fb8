import { join } from "node:path";
import { LINK_CODE_TTL, MAX_LINK_CODES } from "@atrium/functions/domain/sessions/store/link-codes";
import type { Store } from "@atrium/functions/store/port";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { START, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { issueDemoLink, issueLinkCode, redeemLinkCode } from "./link-codes.ts";

const redeem = (store: Store, code: string, now: number, host = "127.0.0.1") =>
  redeemLinkCode(store, { code, host, now });

/** The store of a data folder, opened as if by another process. */
async function openStore(folder: string) {
  const { store } = await openData(folder);
  onTestFinished(() => store.close());
  return store;
}

test("a code is valid once, within five minutes", async () => {
  const { store } = (await world()).context;
  const code = await issueLinkCode(store, START);
  const late = await issueLinkCode(store, START);
  expect(await redeem(store, code, START + LINK_CODE_TTL - 1)).toBe(true);
  expect(await redeem(store, code, START + LINK_CODE_TTL - 1)).toBe(false);
  expect(await redeem(store, late, START + LINK_CODE_TTL)).toBe(false);
  expectWithContext(await redeem(store, late, START), "an expired code is gone, whatever the clock says then").toBe(
    false,
  );
});

test("setting the clock back does not extend a code's life", async () => {
  const { store } = (await world()).context;
  const code = await issueLinkCode(store, START);
  expect(await redeem(store, code, START - 1)).toBe(false);
});

test("codes can't be derived from one another or from the store, and their number is limited", async () => {
  const { store } = (await world()).context;
  const codes: string[] = [];
  for (let i = 0; i <= MAX_LINK_CODES; i++) codes.push(await issueLinkCode(store, START));
  for (const code of codes) expect(code).toMatch(/^[0-9A-Za-z]{22}$/);
  const storedCodes = JSON.stringify(await store.get("host/linkCodes"));
  for (const code of codes) expect(storedCodes).not.toContain(code);
  const valid = [];
  for (const code of codes) valid.push(await redeem(store, code, START));
  expectWithContext(valid, "the oldest one made room").toStrictEqual([false, ...Array(MAX_LINK_CODES).fill(true)]);
});

test("of many concurrent uses in two processes exactly one succeeds; a code survives a restart, and so does the fact that it was used", async () => {
  const folder = join(temporaryFolder(), "data");
  const { store } = await openData(folder);
  const code = await issueLinkCode(store, START);
  await store.close();
  const stores = [await openStore(folder), await openStore(folder)];
  const uses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => redeem(stores[i % 2] as (typeof stores)[0], code, START)),
  );
  expect(uses.filter(Boolean).length).toBe(1);
  const restarted = await openStore(folder);
  expect(await redeem(restarted, code, START)).toBe(false);
});

test("a code works at the host of its link, at any address and at localhost; another name is refused and uses it up", async () => {
  const { store } = (await world()).context;
  const link = await issueDemoLink(store, "https://Atrium.example.com:8443", "/docs", START);
  const [, code = ""] = /^https:\/\/Atrium\.example\.com:8443\/docs#code=(\w{22})$/.exec(link) ?? [];
  expect(await redeem(store, code, START, "atrium.example.com")).toBe(true);
  for (const host of ["127.0.0.1", "::1", "192.0.2.7", "localhost"])
    expect(await redeem(store, await issueLinkCode(store, START), START, host)).toBe(true);
  for (const host of ["evil.example", "127.0.0.1.evil.example", ""]) {
    const stolen = await issueLinkCode(store, START);
    expect(await redeem(store, stolen, START, host)).toBe(false);
    expect(await redeem(store, stolen, START)).toBe(false);
  }
});
