import { expect, test } from "@jest/globals";
import { servingSeededDocs } from "../../testing/seeded-docs.ts";
import { demoOf } from "./demo.ts";

/** Sends a call and returns its status and body. */
async function post(url: string, headers: Record<string, string>, data: object = {}) {
  const body = JSON.stringify({ data });
  const reply = await fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
  return { status: reply.status, body: (await reply.json().catch(() => undefined)) as any };
}

test("with the demo's credentials, records that the examples need are restored, once", async () => {
  const { w, url } = await servingSeededDocs();
  const demo = await demoOf(w.context);
  const { apiKey = "", authToken = "" } = demo?.credentials ?? {};
  const ofKey = { "x-service-api-key": apiKey, "x-service-auth-token": authToken };
  const endpoints = `${url}/v2/workspace/advancedwebhook/endpoints`;
  const ids = async () => {
    const { body } = await post(`${endpoints}/get`, ofKey);
    return body.result.data.endpoints.map(({ id }: { id: string }) => id).sort();
  };
  for (let i = 0; i < 2; i++) expect((await post(`${url}/docs/demo`, ofKey)).status).toBe(204);
  expect(await ids()).toStrictEqual(["ep_1", "ep_2"]);
  expect((await post(`${endpoints}/delete`, ofKey, { endpointId: "ep_2" })).status).toBe(200);
  expect((await post(`${url}/docs/demo`, ofKey)).status).toBe(204);
  expect(await ids()).toStrictEqual(["ep_1", "ep_2"]);
});

test("nothing is restored for any other caller", async () => {
  const { w, url } = await servingSeededDocs();
  const other = { "x-service-api-key": w.tenant.apiKeyId, "x-service-auth-token": w.tenant.authToken };
  expect((await post(`${url}/docs/demo`, other)).status).toBe(403);
  expect((await post(`${url}/docs/demo`, { ...other, "x-service-auth-token": "wrong" })).status).toBe(401);
  expect((await post(`${url}/docs/demo`, {})).status).toBe(400);
  expect((await fetch(`${url}/docs/demo`)).status).toBe(405);
});

test("every message to the demo's webhook endpoint is accepted", async () => {
  const { url } = await servingSeededDocs();
  const reply = await fetch(`${url}/docs/hook`, { method: "POST", body: "{}" });
  expect([reply.status, await reply.text()]).toStrictEqual([204, ""]);
});
