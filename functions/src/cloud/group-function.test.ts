import { channel } from "node:diagnostics_channel";
import { expect, test } from "@jest/globals";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { world } from "#testing/harness/world";
import firebase from "../../../firebase.grouped.json" with { type: "json" };
import type { CloudService } from "./context.ts";
import type { EndpointEntry } from "./endpoint-entry.ts";
import { endpointTable } from "./endpoint-table.ts";
import { functionGroups, groupInstance } from "./function-groups.ts";
import { groupFunction } from "./group-function.ts";

const groups = functionGroups(Object.entries(endpointTable).map(([path, entry]) => ({ path, ...entry })));

test("a function of a group answers at the path of each of its endpoints, and refuses any other", async () => {
  caughtLog();
  const w = await world();
  const entries = groups.get("users") as unknown as (EndpointEntry<"call"> & { path: string })[];
  const service = async () => ({ context: w.context }) as CloudService;
  const server = await serveFunction(groupFunction(entries, { service, isOwn: false }));
  onTestFinished(() => server.close());
  const call = async (path: string, data: object, authToken = w.tenant.authToken) => {
    const headers = {
      "content-type": "application/json",
      "x-service-api-key": w.tenant.apiKeyId,
      "x-service-auth-token": authToken,
    };
    const reply = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify({ data }) });
    return { status: reply.status, body: await reply.json() };
  };
  const added = await call("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  expect(added).toMatchObject({ status: 200, body: { result: { status: "success" } } });
  const read = await call("/v1/users/get", { organizationId: "acme", userIds: ["ada"] });
  expect(read).toMatchObject({ status: 200, body: { result: { data: [{ userId: "ada" }] } } });
  expect(await call("/v2/users/add", {}, "wrong")).toMatchObject({ status: 401 });
  for (const path of ["/", "/v2/users", "/v2/organizations/get", "/__proto__"])
    expect(await call(path, {})).toMatchObject({ status: 404, body: { error: { status: "NOT_FOUND" } } });
});

test("a group with its own process hooks into each request once, however many of its endpoints are called", async () => {
  caughtLog();
  const requests = channel("http.server.request.start");
  // The first subscriber replaces the channel's `subscribe` method.
  const first = () => undefined;
  requests.subscribe(first);
  const subscribe = requests.subscribe.bind(requests);
  const looks: Parameters<typeof subscribe>[0][] = [];
  requests.subscribe = (look) => {
    looks.push(look);
    subscribe(look);
  };
  onTestFinished(() => {
    Reflect.deleteProperty(requests, "subscribe");
    for (const look of [first, ...looks]) requests.unsubscribe(look);
  });
  const w = await world();
  const entries = groups.get("users") as unknown as (EndpointEntry<"call"> & { path: string })[];
  const service = async () => ({ context: w.context }) as CloudService;
  const server = await serveFunction(groupFunction(entries, { service, isOwn: true }));
  onTestFinished(() => server.close());
  const credentials = { "x-service-api-key": w.tenant.apiKeyId, "x-service-auth-token": w.tenant.authToken };
  const headers = { "content-type": "application/json", ...credentials };
  for (const path of ["/v2/users/get", "/v2/users/count/get", "/v1/users/get"]) {
    const body = JSON.stringify({ data: { organizationId: "acme" } });
    const reply = await fetch(`${server.url}${path}`, { method: "POST", headers, body });
    expect([path, reply.status]).toStrictEqual([path, 404]);
  }
  expect(looks.length).toBe(1);
});

test("about ten functions serve all endpoints, and hosting leads to them", () => {
  const calls = Object.entries(endpointTable).filter(([, { kind }]) => kind === "call");
  const members = [...groups].flatMap(([name, entries]) => entries.map(({ path }) => [path, `api-${name}`]));
  expect(members.map(([path]) => path).toSorted()).toStrictEqual(calls.map(([path]) => path).toSorted());
  const { rewrites } = firebase.hosting;
  const functionAt = new Map(rewrites.map((rewrite) => [rewrite.source, rewrite.function?.functionId]));
  for (const [path, name] of members) expect([path, functionAt.get(path as string)]).toStrictEqual([path, name]);
  expect(new Set(functionAt.values()).size).toBeLessThanOrEqual(15);
  expect(firebase.functions[0]?.predeploy).toBe("npm run build -- --grouped");
});

test("a group's function has the highest memory and time limit of its endpoints, and the lowest concurrency", () => {
  const served = { path: "/v2/a/b", kind: "call" };
  expect(groupInstance([served, { ...served, instance: { name: "own" } }])).toStrictEqual({});
  expect(
    groupInstance([
      { ...served, instance: { memory: "512MiB", concurrency: 10, timeoutSeconds: 30 } },
      { ...served, instance: { memory: "1GiB", concurrency: 20, timeoutSeconds: 90 } },
    ]),
  ).toStrictEqual({ memory: "1GiB", concurrency: 10, timeoutSeconds: 90 });
});
