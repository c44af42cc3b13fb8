import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import fastify from "fastify";
import { Environment } from "../settings/environment.ts";
import { readTrustProxy } from "../settings/trust-proxy.ts";
import { createIsOperator } from "./operator.ts";

const token = "0123456789abcdef";

/** Whether a request with these headers, from this peer, counts as the operator's. */
async function asks(
  headers: Record<string, string>,
  { remoteAddress = "127.0.0.1", trustProxy = "0", setting = token as string | undefined } = {},
): Promise<boolean> {
  const app = fastify({ trustProxy: readTrustProxy(new Environment({ TRUST_PROXY: trustProxy })) });
  const isOperator = createIsOperator(setting);
  app.get("/", async (request) => isOperator(request));
  const { body } = await app.inject({ url: "/", remoteAddress, headers: { host: "127.0.0.1:5050", ...headers } });
  return body === "true";
}

test("programs on this machine that connect directly, at any loopback address, count as the operator's", async () => {
  for (const remoteAddress of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    for (const host of ["127.0.0.1:5050", "localhost:5050", "[::1]:5050"])
      expectWithContext(await asks({ host }, { remoteAddress }), `${remoteAddress} ${host}`).toBe(true);
});

test("a caller from elsewhere is not the operator without the token", async () => {
  for (const remoteAddress of ["192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "2001:db8::1"])
    expectWithContext(await asks({}, { remoteAddress }), remoteAddress).toBe(false);
});

test("a request that a proxy of this machine forwards is not the operator's, whatever address it claims, trusted or not", async () => {
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via", "cf-connecting-ip"])
    for (const value of ["127.0.0.1", "192.0.2.7", ""])
      for (const trustProxy of ["0", "1", "loopback"])
        expectWithContext(await asks({ [name]: value }, { trustProxy }), `${name}: ${value}`).toBe(false);
});

test("a page whose name resolves to this machine is not the operator's", async () => {
  for (const host of ["evil.example", "evil.example:5050", "127.0.0.1.evil.example"])
    expectWithContext(await asks({ host }), host).toBe(false);
});

test("the token works from anywhere, and no other token does", async () => {
  const elsewhere = { remoteAddress: "192.0.2.7" };
  expect(await asks({ authorization: `Bearer ${token}`, "x-forwarded-for": "192.0.2.9" }, elsewhere)).toBe(true);
  for (const authorization of [`Bearer ${token}x`, "Bearer x", "Bearer ", `Basic ${token}`, token])
    expectWithContext(await asks({ authorization }, elsewhere), authorization).toBe(false);
  expect(await asks({ authorization: "Bearer undefined" }, { ...elsewhere, setting: undefined })).toBe(false);
});
