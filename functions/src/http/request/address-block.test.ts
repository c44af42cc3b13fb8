import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";
import { addressBlock } from "./address-block.ts";

test("IPv6 addresses of one /64 count as one caller, however they are written", () => {
  for (const address of ["2001:db8:1:2::1", "2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:0db8:0001:0002:0:0:0:9"])
    expectWithContext(addressBlock(address), address).toBe("2001:db8:1:2::/64");
  expect(addressBlock("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
  expect(addressBlock("::1")).toBe("0:0:0:0::/64");
  expect(addressBlock("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

test("an IPv4 address stands for itself, even inside IPv6", () => {
  for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207"])
    expect(addressBlock(address)).toBe("192.0.2.7");
});

test("text that is not an address stands for itself", () => {
  for (const text of ["", "unknown", "1.2.3", "::g", "2001:db8::1]"]) expect(addressBlock(text)).toBe(text);
});

test("the public limit counts all addresses of a /64 together, and another /64 separately", async () => {
  const w = await world({ rateLimits: { public: 2 } });
  const create = async (ip: string) =>
    (await w.request("/v2/workspace/create", { ownerEmail: "ada@example.com" }, { ip })).status;
  expect([await create("2001:db8::1"), await create("2001:db8::2")]).toStrictEqual([200, 200]);
  expect(await create("2001:db8::3")).toBe(429);
  expect(await create("2001:db8:0:1::3")).toBe(200);
});

test("the log line of a request names the caller's address", async () => {
  const w = await world();
  await w.request("/v2/workspace/create", { ownerEmail: "ada@example.com" }, { ip: "192.0.2.7" });
  expect(w.logged.findLast(({ message }) => message === "request")?.fields.ip).toBe("192.0.2.7");
});
