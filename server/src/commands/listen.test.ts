import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient, verifyWebhook } from "@atrium/client";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { atrium, startAtrium } from "../../testing/atrium.ts";
import { startDemoServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

/** A running server with the demo world, and a client with the demo's key. */
async function demoServer() {
  const data = join(temporaryFolder(), "data");
  const server = await startDemoServer(data);
  onTestFinished(() => server.end());
  const { stdout } = await atrium(["credentials", "--json", "--data", data]);
  const [key] = JSON.parse(stdout).workspaces[0].apiKeys;
  const client = createClient({ baseUrl: server.url, apiKey: key.apiKeyId, authToken: key.authTokens[0].token });
  const endpoints = async () => (await client.workspace.advancedwebhook.endpoints.get()).data.endpoints;
  return { data, server, endpoints };
}

/** A program to which events are forwarded: it records the messages and refuses the first one. */
async function program() {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(received.length === 1 ? 503 : 200).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

test("`listen` shows the requested events, verified, forwards them unchanged, and removes its endpoint", async () => {
  const { data, endpoints } = await demoServer();
  const { received, url } = await program();
  const listening = startAtrium(["listen", "--events", "comment.add", "--forward", url, "--data", data]);
  await listening.prints(/^Listening for comment\.add of Demo key \(ak_\w+\) at http:\S+\. Stop with Ctrl-C\.$/m);
  const [, secret = ""] = await listening.prints(/signed with the secret (whsec_\S+),/);
  await listening.prints(/^Cause one in another terminal: npx atrium trigger comment\.add$/m);

  const triggered = await atrium(["trigger", "comment.add", "--data", data]);
  expect([triggered.code, triggered.stderr]).toStrictEqual([0, ""]);
  expect(triggered.stdout).toMatch(
    /^Answered in the new thread trigger-\w{8} in spring-catalogue-2026 of meridian-press\.$/m,
  );
  await listening.prints(
    /^\d\d:\d\d:\d\d {2}comment\.add {2}meridian-press \/ spring-catalogue-2026 {2}verified {2}evt_\S+$/m,
  );
  await listening.prints(/"commentText": "Yes, it is\."/);
  await listening.prints(/^Forwarded: answered 503\. The server sends the event again\.$/m);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  expect((await verifyWebhook(headers, body, secret)).event).toBe("comment.add");
  expect(listening.printed).not.toContain("comment_annotation.add");

  expect((await endpoints()).map(({ filterTypes }) => filterTypes)).toStrictEqual([["comment.add"]]);
  expect(await listening.interrupt()).toBe(0);
  expect(await endpoints()).toStrictEqual([]);
});

test("with --json each event is one line; the next command removes the endpoint of a killed one", async () => {
  const { data, endpoints } = await demoServer();
  const killed = startAtrium(["listen", "--data", data]);
  await killed.prints(/^Listening for every event/m);
  await killed.kill();
  expect((await endpoints()).length).toBe(1);

  const listening = startAtrium(["listen", "--json", "--data", data]);
  await listening.prints(/^Listening for every event/m);
  expect((await endpoints()).length).toBe(1);
  await atrium(["trigger", "user.add", "--data", data]);
  const [line] = await listening.prints(/^\{.*\}$/m);
  expect(JSON.parse(line)).toMatchObject({
    event: "user.add",
    data: { metadata: { organizationId: "meridian-press" } },
  });
  expect(await listening.interrupt()).toBe(0);
  expect(await endpoints()).toStrictEqual([]);
});

test("mistakes are refused with advice, and an event that no endpoint receives is reported", async () => {
  const { data, server } = await demoServer();
  const refused = async (...args: string[]) => {
    const { code, stderr } = await atrium([...args, "--data", data]);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await refused("listen", "--events", "comment.ad")).toMatch(/Did you mean comment\.add\?/);
  expect(await refused("listen", "--forward", "nowhere")).toMatch(/It is not an http or https address/);
  expect(await refused("listen", "--api-key", "ak_gone")).toMatch(
    /There is no API key ak_gone\. `npx atrium apikey list`/,
  );
  expect(await refused("trigger", "huddle.join")).toMatch(/^atrium: huddle\.join can't be triggered: /);
  const { stdout, stderr } = await atrium(["trigger", "document.add", "--data", data]);
  expect(stdout).toMatch(/^Added the document trigger-\w+ to meridian-press\.$/m);
  expect(stderr).toBe("No webhook endpoint receives it. Run `npx atrium listen` first.\n");
  await server.end();
  expect(await refused("listen")).toMatch(/^atrium: No server runs on the data in .*Start it with `npm start`\.$/m);
});
