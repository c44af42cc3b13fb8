import { expect, test } from "@jest/globals";
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
