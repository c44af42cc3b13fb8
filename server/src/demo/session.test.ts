import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { createClient } from "@atrium/client";
import { expect, test } from "@jest/globals";
import { requestSession } from "../../testing/docs-session.ts";
import { servingDocs, servingSeededDocs } from "../../testing/seeded-docs.ts";
import { issueLinkCode } from "../docs/link-codes.ts";

const path = "/demo/session";

/** The session that a code opens. */
async function session(url: string, code: string) {
  const { status, text, headers } = await requestSession(url, code, path);
  return { status, headers, data: JSON.parse(text).result?.data, error: JSON.parse(text).error };
}

test("a code opens a session once, for two people who may edit the text from a page of this server", async () => {
  const { w, url } = await servingSeededDocs();
  const code = await issueLinkCode(w.context.store, w.context.now());
  const { status, headers, data } = await session(url, code);
  expect([status, headers.get("cache-control")]).toStrictEqual([200, "no-store"]);
  expect(data.people.map(({ name }: { name: string }) => name)).toStrictEqual(["Amélie Dubois", "Sören Bäcker"]);
  const { organizationId, documentId, editorId } = data;
  for (const { userId, token } of data.people) {
    const asUser = createClient({ baseUrl: url, userToken: token });
    const { update } = (await asUser.crdt.sync({ organizationId, documentId, editorId })).data;
    expect(update.length).toBeGreaterThan(20);
    await asUser.presence.add({ organizationId, documentId, users: [{ userId }] });
    const read = (origin: string) =>
      fetch(`${url}/v2/presence/get`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}`, origin },
        body: JSON.stringify({ data: { organizationId, documentId } }),
      });
    expect((await read(url)).status).toBe(200);
    expect((await read("https://elsewhere.example")).status).toBe(403);
    expect(JSON.stringify(w.logged)).not.toContain(token);
  }
  expect(await session(url, code)).toMatchObject({ status: 401, error: { status: "UNAUTHENTICATED" } });
});

test("a page at an IPv6 address may call as the session's people", async () => {
  const { w, url } = await servingSeededDocs();
  const { port } = new URL(url);
  const headers = { "content-type": "application/json", host: `[::1]:${port}` };
  const code = await issueLinkCode(w.context.store, w.context.now());
  const opening = request({ port, path, method: "POST", headers }).end(JSON.stringify({ data: { code } }));
  const [response] = await once(opening, "response");
  const { people, organizationId, documentId } = JSON.parse(await text(response)).result.data;
  const { status } = await fetch(`${url}/v2/presence/get`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${people[0].token}`,
      origin: `http://[::1]:${port}`,
    },
    body: JSON.stringify({ data: { organizationId, documentId } }),
  });
  expect(status).toBe(200);
});

test("without a valid code there is no token, and without the demo world the error says so", async () => {
  const { url } = await servingSeededDocs();
  for (const code of ["", "0123456789ABCDEFGHIJKL"]) expect((await session(url, code)).data).toBe(undefined);
  const { w, url: empty } = await servingDocs();
  const good = await issueLinkCode(w.context.store, w.context.now());
  expect(await session(empty, good)).toMatchObject({
    status: 404,
    error: { message: expect.stringContaining("demo") },
  });
});
