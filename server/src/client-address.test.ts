import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { world } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "./http-server.ts";
import { Environment } from "./settings/environment.ts";
import { readTrustProxy } from "./settings/trust-proxy.ts";

/** A server with this `TRUST_PROXY`, which is asked as if from any peer. */
async function behindProxy(t: TestContext, trusted: string, publicLimit = 0) {
  const w = await world({ rateLimits: { public: publicLimit } });
  const trustProxy = readTrustProxy(new Environment({ TRUST_PROXY: trusted }));
  const app = createHttpServer(w.context, { trustProxy });
  t.after(() => app.close());
  const ask = async (remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return app.inject({ method: "POST", url: "/v2/workspace/create", remoteAddress, headers });
  };
  /** The address that the log names for a request. */
  const address = async (peer: string, forwarded?: string) => {
    await ask(peer, forwarded);
    return w.logged.findLast(({ message }) => message === "request")?.fields.ip;
  };
  const warnings = () => w.logged.filter(({ level }) => level === "warn").map(({ message }) => message);
  return { ask, address, warnings };
}

test("without TRUST_PROXY the peer is the caller, and one line says how to trust a proxy", async (t) => {
  const { address, warnings } = await behindProxy(t, "");
  assert.equal(await address("10.0.0.5"), "10.0.0.5");
  assert.deepEqual(warnings(), []);
  for (let i = 0; i < 3; i++) assert.equal(await address("10.0.0.5", `192.0.2.${i}`), "10.0.0.5");
  const [warning, ...others] = warnings();
  assert.match(warning ?? "", /^X-Forwarded-For is ignored: 10\.0\.0\.5 .* start with TRUST_PROXY=10\.0\.0\.5$/);
  assert.deepEqual(others, []);
});

test("a trusted proxy tells the caller's address, and nobody else does", async (t) => {
  const { address, warnings } = await behindProxy(t, "10.0.0.5, 10.1.0.0/16,2001:db8::/32");
  assert.equal(await address("10.0.0.5", "192.0.2.7"), "192.0.2.7");
  assert.equal(await address("10.0.0.5"), "10.0.0.5");
  assert.equal(await address("2001:db8::9", "2001:db9::1"), "2001:db9::1");
  assert.equal(await address("::ffff:10.0.0.5", "192.0.2.7"), "192.0.2.7");
  // What the caller says itself stands before what the proxy adds.
  assert.equal(await address("10.0.0.5", "127.0.0.1, 192.0.2.7"), "192.0.2.7");
  assert.equal(await address("10.0.0.5", "198.51.100.1, 192.0.2.7, 10.1.2.3"), "192.0.2.7");
  assert.deepEqual(warnings(), []);
  assert.equal(await address("10.0.0.6", "192.0.2.7"), "10.0.0.6");
  assert.match(warnings()[0] ?? "", /10\.0\.0\.6 is no trusted proxy/);
});

test("hops are counted from the peer", async (t) => {
  const { address, warnings } = await behindProxy(t, "2");
  assert.equal(await address("10.0.0.5", "203.0.113.1, 198.51.100.1, 192.0.2.7"), "198.51.100.1");
  assert.equal(await address("10.0.0.5", "192.0.2.7"), "192.0.2.7");
  assert.equal(await address("10.0.0.5"), "10.0.0.5");
  assert.deepEqual(warnings(), []);
});

test("what is no address in the header of a trusted proxy counts as the proxy", async (t) => {
  const { address } = await behindProxy(t, "10.0.0.5");
  for (const junk of [
    "",
    "unknown",
    "_hidden",
    "1.2.3",
    "999.1.1.1",
    "192.0.2.7, x",
    "a b",
    "::g",
    "[",
    "[]:80",
    "1.2.3.4:999999",
  ])
    assert.equal(await address("10.0.0.5", junk), "10.0.0.5", junk);
});

test("ports are left out and mapped addresses are written as IPv4", async (t) => {
  const { address } = await behindProxy(t, "10.0.0.5");
  for (const [entry, expected] of [
    ["192.0.2.7:50123", "192.0.2.7"],
    ["[2001:db9::1]:443", "2001:db9::1"],
    ["[2001:db9::1]", "2001:db9::1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
  ] as const)
    assert.equal(await address("10.0.0.5", entry), expected, entry);
});

test("no more than 16 proxies are followed, however many the header names", async (t) => {
  const { address } = await behindProxy(t, "10.0.0.0/8");
  const proxies = Array.from({ length: 1000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`);
  assert.equal(await address("10.0.0.5", ["192.0.2.7", ...proxies].join()), "10.1.3.216");
  assert.equal(await address("10.0.0.5", ["192.0.2.7", ...proxies.slice(0, 15)].join()), "192.0.2.7");
});

test("the public limit counts each caller behind the proxy, and its proxy where the proxy is not trusted", async (t) => {
  for (const [trusted, expected] of [
    ["10.0.0.5", [400, 400, 429]],
    ["", [400, 429, 429]],
  ] as const) {
    const { ask } = await behindProxy(t, trusted, 1);
    const callers = ["192.0.2.1", "192.0.2.2", "192.0.2.2"];
    const statuses: number[] = [];
    for (const caller of callers) statuses.push((await ask("10.0.0.5", caller)).statusCode);
    assert.deepEqual(
      statuses.map((status) => (status === 429 ? 429 : 400)),
      expected,
    );
  }
});

test("TRUST_PROXY that is no list of addresses and no number of hops ends the start", () => {
  for (const text of [
    "true",
    "all",
    "10.0.0.5 10.0.0.6",
    "10.0.0.0/33",
    "0.0.0.0/0",
    "::/0",
    "proxy.example.com",
    "10.0.0.5,",
    "-1",
    "1.5",
    "*",
  ])
    assert.throws(
      () => readTrustProxy(new Environment({ TRUST_PROXY: text })),
      {
        name: "SettingsError",
        message: /^TRUST_PROXY must be the proxies' addresses or CIDRs .* or a number of hops, not "/,
      },
      text,
    );
  assert.throws(() => readTrustProxy(new Environment({ TRUST_PROXY: "17" })), {
    name: "SettingsError",
    message: /at most 16 hops/,
  });
  for (const text of ["loopback", "127.0.0.1, uniquelocal", "10.0.0.0/255.0.0.0"])
    assert.equal(typeof readTrustProxy(new Environment({ TRUST_PROXY: text })), "function", text);
  for (const text of ["", "0"]) assert.equal(readTrustProxy(new Environment({ TRUST_PROXY: text })), false);
});
