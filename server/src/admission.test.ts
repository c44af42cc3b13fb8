import { once } from "node:events";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { credentialHeaders, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "./http-server.ts";

test("requests beyond the limit are refused at once, on connections that go on; health is answered, and later ones too", async () => {
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
  onTestFinished(async () => {
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
  expect([refused.status, refused.error.status, refused.headers["retry-after"]]).toStrictEqual([
    503,
    "UNAVAILABLE",
    "1",
  ]);
  expect(refused.headers.connection).toBe("keep-alive");
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  held.resolve();
  expect((await first).status).toBe(200);
  expect((await post(agent)).status).toBe(200);
});
