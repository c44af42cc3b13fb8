import { expect, jest, test } from "@jest/globals";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { ensure } from "#testing/harness/jest/ensure";
import { EventReader, quietStreamWorld } from "#testing/harness/streams";
import type { CloudService, ServiceSource } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";

const path = "/v2/documents/stream";
const query = "organizationId=acme&documentId=homepage";

async function serve(service: ServiceSource): Promise<string> {
  const entry = endpointTable[path];
  ensure(entry);
  const server = await serveFunction(declaredFunction(path, entry, { service, isOwn: true }));
  onTestFinished(() => server.close());
  return server.url;
}

test("a function streams a document at its path and at its own address, with its changes", async () => {
  const { w } = await quietStreamWorld();
  const url = await serve(async () => ({ context: w.context }) as CloudService);
  const headers = { authorization: `Bearer ${await w.token("ada")}` };
  for (const [i, at] of [path, "/"].entries()) {
    const reply = await fetch(`${url}${at}?${query}`, { headers });
    expect(reply.status).toBe(200);
    const client = new EventReader();
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (event: string) => {
      while (!client.events.some((streamEvent) => streamEvent.event === event))
        client.read((await reader?.read())?.value ?? "");
    };
    await until("ready");
    await w.ok("/v2/livestate/broadcast", {
      organizationId: "acme",
      documentId: "homepage",
      liveStateDataId: `s${i}`,
      data: {},
    });
    await until("livestate");
    await reader?.cancel();
  }
});

/** Memory of one listener of the Firestore client, in KiB, measured with 9,000 of them; and of a process without any. */
const LISTENER = 45;
const PROCESS = 150 * 1024;

test("an instance has the memory for the listeners of all its streams, even if each follows another document", async () => {
  const { w } = await quietStreamWorld();
  const watch = jest.spyOn(w.context.store, "watch");
  const url = await serve(async () => ({ context: w.context }) as CloudService);
  const headers = { authorization: `Bearer ${await w.token("ada")}` };
  const reply = await fetch(`${url}${path}?${query}&editors=one,two`, { headers });
  expect(reply.status).toBe(200);
  await reply.body?.cancel();
  const listeners = watch.mock.calls.length;
  expect(listeners).toBeGreaterThan(10);
  const { concurrency, memory } = endpointTable[path]?.instance ?? {};
  ensure(concurrency);
  ensure(memory);
  const needed = PROCESS + concurrency * listeners * LISTENER;
  expect(needed).toBeLessThan({ "512MiB": 512, "1GiB": 1024 }[memory] * 1024);
});

test("a function refuses a request without a token, and answers UNAVAILABLE when the service can't be opened", async () => {
  caughtLog();
  const { w } = await quietStreamWorld();
  let isReady = false;
  const url = await serve(async () => {
    if (!isReady) throw new Error("a secret is missing");
    return { context: w.context } as CloudService;
  });
  expect((await fetch(`${url}?${query}`)).status).toBe(503);
  isReady = true;
  const refused = await fetch(`${url}?${query}`);
  const body = (await refused.json()) as { error: { status: string } };
  expect([refused.status, body.error.status]).toStrictEqual([401, "UNAUTHENTICATED"]);
});

test("a request that came through hosting, which would collect all events, learns the function's own address", async () => {
  const { w } = await quietStreamWorld();
  process.env.FIREBASE_CONFIG = JSON.stringify({ projectId: "demo-atrium" });
  process.env.ATRIUM_REGION = "europe-west1";
  onTestFinished(() => {
    delete process.env.FIREBASE_CONFIG;
    delete process.env.ATRIUM_REGION;
  });
  await w.ok("/v2/workspace/domains/add", { domains: ["app.example.com"] });
  const url = await serve(async () => ({ context: w.context }) as CloudService);
  const headers = {
    authorization: `Bearer ${await w.token("ada")}`,
    origin: "https://app.example.com",
    "x-fh-requested-host": "demo-atrium.web.app",
  };
  const reply = await fetch(`${url}${path}?${query}`, { headers });
  const streamUrl = "https://europe-west1-demo-atrium.cloudfunctions.net/stream";
  expect([reply.status, reply.headers.get("access-control-allow-origin")]).toStrictEqual([400, headers.origin]);
  expect(await reply.json()).toStrictEqual({
    error: {
      status: "FAILED_PRECONDITION",
      message: `Replies at this address arrive only when they have ended. Open the stream at ${streamUrl}.`,
      details: { streamUrl },
    },
  });
});
