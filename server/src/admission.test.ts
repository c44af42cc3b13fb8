import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { credentialHeaders, world } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "./http-server.ts";

test("requests beyond the limit are refused at once, on connections that go on; health is answered, and later ones too", async (t) => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  const { store } = w.context;
  const { getMany } = store;
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  store.getMany = async (paths: string[]) => {
    asked.resolve();
    await held.promise;
    return getMany.call(store, paths) as never;
  };
  const app = createHttpServer(w.context, { requestLimit: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(async () => {
    agent.destroy();
    await app.close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const body = JSON.stringify({ data: { organizationId: "acme", userIds: ["ada"] } });
  const headers = { "content-type": "application/json", ...credentialHeaders(w.tenant) };
  const post = async (through: Agent | undefined) => {
    const call = request({ port, path: "/v2/users/get", method: "POST", headers, ...(through && { agent: through }) });
    const [response] = await once(call.end(body), "response");
    const text = (await response.setEncoding("utf8").toArray()).join("");
    return { status: response.statusCode, headers: response.headers, ...JSON.parse(text) };
  };
  const first = post(undefined);
  await asked.promise;
  const refused = await post(agent);
  assert.deepEqual([refused.status, refused.error.status, refused.headers["retry-after"]], [503, "UNAVAILABLE", "1"]);
  assert.equal(refused.headers.connection, "keep-alive");
  assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
  held.resolve();
  assert.equal((await first).status, 200);
  assert.equal((await post(agent)).status, 200);
});
