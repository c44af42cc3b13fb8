import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { isFromThisMachine } from "./host-name.ts";

test("a request by a loopback name, in HTTP/1.1 and without headers of a proxy, counts as from this machine", () => {
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST"])
    expectWithContext(isFromThisMachine({ headers: { host }, httpVersion: "1.1" }), host).toBe(true);
});

test("a foreign name, another machine's address, a proxy's header, and HTTP/1.0 do not count as from this machine", () => {
  for (const host of [
    "page.example",
    "127.0.0.1.page.example",
    "8.8.8.8",
    "0.0.0.0",
    "[::ffff:8.8.8.8]",
    "localhost.",
    "",
  ])
    expectWithContext(isFromThisMachine({ headers: { host } }), host).toBe(false);
  for (const name of ["x-forwarded-proto", "x-forwarded-for", "forwarded", "via", "cf-connecting-ip", "x-real-ip"])
    expectWithContext(isFromThisMachine({ headers: { host: "localhost", [name]: "x" } }), name).toBe(false);
  // The version that nginx speaks to an upstream server by default.
  expect(isFromThisMachine({ headers: { host: "127.0.0.1:3000" }, httpVersion: "1.0" })).toBe(false);
});
