import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../http-server.ts";
import { Environment } from "../settings/environment.ts";
import { readTrustProxy } from "../settings/trust-proxy.ts";

/** A server with this `TRUST_PROXY`, called as if from any peer. */
async function behindProxy(trusted: string, publicLimit = 0) {
  const w = await world({ rateLimits: { public: publicLimit } });
  const trustProxy = readTrustProxy(new Environment({ TRUST_PROXY: trusted }));
  const app = createHttpServer(w.context, { trustProxy });
  onTestFinished(() => app.close());
  const ask = async (remoteAddress: string, forwarded?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
    };
    return app.inject({ method: "POST", url: "/v2/workspace/create", remoteAddress, headers });
  };
  /** The address in the log line of a request. */
  const address = async (peer: string, forwarded?: string) => {
    await ask(peer, forwarded);
    return w.logged.findLast(({ message }) => message === "request")?.fields.ip;
  };
  const warnings = () => w.logged.filter(({ level }) => level === "warn").map(({ message }) => message);
  return { ask, address, warnings };
}

test("without TRUST_PROXY the peer is the caller, and one log line says how to trust a proxy", async () => {
  const { address, warnings } = await behindProxy("");
  expect(await address("10.0.0.5")).toBe("10.0.0.5");
  expect(warnings()).toStrictEqual([]);
  for (let i = 0; i < 3; i++) expect(await address("10.0.0.5", `192.0.2.${i}`)).toBe("10.0.0.5");
  const [warning, ...others] = warnings();
  expect(warning ?? "").toMatch(/^X-Forwarded-For is ignored: 10\.0\.0\.5 .* start with TRUST_PROXY=10\.0\.0\.5$/);
  expect(others).toStrictEqual([]);
});

test("only a trusted proxy can set the client address", async () => {
  const { address, warnings } = await behindProxy("10.0.0.5, 10.1.0.0/16,2001:db8::/32");
  expect(await address("10.0.0.5", "192.0.2.7")).toBe("192.0.2.7");
  expect(await address("10.0.0.5")).toBe("10.0.0.5");
  expect(await address("2001:db8::9", "2001:db9::1")).toBe("2001:db9::1");
  expect(await address("::ffff:10.0.0.5", "192.0.2.7")).toBe("192.0.2.7");
  // The caller's own header comes before what the proxy adds.
  expect(await address("10.0.0.5", "127.0.0.1, 192.0.2.7")).toBe("192.0.2.7");
  expect(await address("10.0.0.5", "198.51.100.1, 192.0.2.7, 10.1.2.3")).toBe("192.0.2.7");
  expect(warnings()).toStrictEqual([]);
  expect(await address("10.0.0.6", "192.0.2.7")).toBe("10.0.0.6");
  expect(warnings()[0] ?? "").toMatch(/10\.0\.0\.6 is not a trusted proxy/);
});

test("a caller with the address of a trusted proxy causes no warning", async () => {
  const { address, warnings } = await behindProxy("127.0.0.1");
  expect(await address("127.0.0.1", "127.0.0.1")).toBe("127.0.0.1");
  expect(await address("::ffff:127.0.0.1", "127.0.0.1")).toBe("127.0.0.1");
  expect(warnings()).toStrictEqual([]);
});

test("hops are counted from the peer", async () => {
  const { address, warnings } = await behindProxy("2");
  expect(await address("10.0.0.5", "203.0.113.1, 198.51.100.1, 192.0.2.7")).toBe("198.51.100.1");
  expect(await address("10.0.0.5", "192.0.2.7")).toBe("192.0.2.7");
  expect(await address("10.0.0.5")).toBe("10.0.0.5");
  expect(warnings()).toStrictEqual([]);
});

test("an invalid address in the header of a trusted proxy counts as the proxy's", async () => {
  const { address } = await behindProxy("10.0.0.5");
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
    expectWithContext(await address("10.0.0.5", junk), junk).toBe("10.0.0.5");
});

test("ports are removed and mapped addresses are written as IPv4", async () => {
  const { address } = await behindProxy("10.0.0.5");
  for (const [entry, expected] of [
    ["192.0.2.7:50123", "192.0.2.7"],
    ["[2001:db9::1]:443", "2001:db9::1"],
    ["[2001:db9::1]", "2001:db9::1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
  ] as const)
    expectWithContext(await address("10.0.0.5", entry), entry).toBe(expected);
});

test("no more than 16 proxies are followed, however many the header names", async () => {
  const { address } = await behindProxy("10.0.0.0/8");
  const proxies = Array.from({ length: 1000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`);
  expect(await address("10.0.0.5", ["192.0.2.7", ...proxies].join())).toBe("10.1.3.216");
  expect(await address("10.0.0.5", ["192.0.2.7", ...proxies.slice(0, 15)].join())).toBe("192.0.2.7");
});

test("the public limit counts each caller behind the proxy, and the proxy itself if it is not trusted", async () => {
  for (const [trusted, expected] of [
    ["10.0.0.5", [400, 400, 429]],
    ["", [400, 429, 429]],
  ] as const) {
    const { ask } = await behindProxy(trusted, 1);
    const callers = ["192.0.2.1", "192.0.2.2", "192.0.2.2"];
    const statuses: number[] = [];
    for (const caller of callers) statuses.push((await ask("10.0.0.5", caller)).statusCode);
    expect(statuses.map((status) => (status === 429 ? 429 : 400))).toStrictEqual(expected);
  }
});

test("a TRUST_PROXY that is neither a list of addresses nor a number of hops ends the start", () => {
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
    expectWithContext(() => readTrustProxy(new Environment({ TRUST_PROXY: text })), text).toThrow(
      expect.objectContaining({
        name: "SettingsError",
        message: expect.stringMatching(
          /^TRUST_PROXY must be the proxies' addresses or CIDRs .* or a number of hops, not "/,
        ),
      }),
    );
  expect(() => readTrustProxy(new Environment({ TRUST_PROXY: "17" }))).toThrow(
    expect.objectContaining({
      name: "SettingsError",
      message: expect.stringMatching(/at most 16 hops/),
    }),
  );
  for (const text of ["loopback", "127.0.0.1, uniquelocal", "10.0.0.0/255.0.0.0"])
    expectWithContext(typeof readTrustProxy(new Environment({ TRUST_PROXY: text })), text).toBe("function");
  for (const text of ["", "0"]) expect(readTrustProxy(new Environment({ TRUST_PROXY: text }))).toBe(false);
});
