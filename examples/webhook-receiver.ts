// Prints webhook events: every message is verified, answered at once and printed once.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { createClient, isAtriumError, verifyWebhook, type WebhookEndpoint } from "@atrium/client";

const help = `node examples/webhook-receiver.ts [--port 3000] [--url https://you.example.com/] [event …]
  event   such as comment.add; default: all events
  --url   address at which the server reaches this program; default: this machine
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.
Ctrl-C ends it and deletes the webhook.`;

/** Largest accepted body in bytes, so that a stranger can't exhaust the memory. */
const MAX_BODY = 4 * 1024 * 1024;

async function main() {
  const port = { type: "string", default: "3000" } as const;
  const options = { port, url: { type: "string" }, help: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(help);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const { advancedwebhook, advancedwebhookconfig } = createClient({ baseUrl, apiKey, authToken }).workspace;
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);

  let secret = "";
  let advice = "";
  const server = createServer((request, response) => void receive(request, response, { secret, advice }));
  await once(server.listen(Number(values.port), "127.0.0.1"), "listening");
  const url = values.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    await advancedwebhookconfig.update({ isEnabled: true });
    const eventFilter = positionals.length > 0 && { filterTypes: positionals };
    const { endpoints } = (await advancedwebhook.endpoints.get()).data;
    const { id: endpointId } = (await advancedwebhook.endpoints.create({ url, ...eventFilter })).data;
    advice = adviceOn(endpointId, url, endpoints);
    // A long-running program gets its secret from its environment instead.
    secret = (await advancedwebhook.endpoints.secret.get({ endpointId })).data.secret;
    console.log(`${url} receives ${positionals.join(", ") || "everything"}`);
    console.log("Write a comment, or have one written with `npx atrium trigger comment.add`: the event appears below.");
    await stopped;
    await advancedwebhook.endpoints.delete({ endpointId });
  } finally {
    server.close().closeAllConnections();
  }
}

/**
 * What to do about a message signed with another secret.
 * @param others the endpoints that existed before, some with the same address.
 */
function adviceOn(endpointId: string, url: string, others: readonly WebhookEndpoint[]): string {
  const sameOriginEndpoints = others.filter((endpoint) => new URL(endpoint.url).origin === new URL(url).origin);
  const own = `Only messages of endpoint ${endpointId}, which this run created, are accepted here.`;
  if (sameOriginEndpoints.length === 0)
    return `${own} Is it from an endpoint of another API key, or of an earlier run?`;
  const ids = sameOriginEndpoints.map((endpoint) => `${endpoint.id} (${endpoint.url})`).join(", ");
  return `${own} These endpoints deliver to the same address: ${ids}. Delete them with /v2/workspace/advancedwebhook/endpoints/delete, or choose another --port.`;
}

/** Ids of the messages printed so far, because a message may arrive twice. */
const printedIds = new Set<string>();

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, advice }: { secret: string; advice: string },
) {
  try {
    const event = await verifyWebhook(request.headers, await bodyOf(request), secret);
    // Do slow work after the reply: the server waits 15 s and then sends the message again.
    response.writeHead(204).end();
    if (printedIds.has(event.webhookId)) return;
    if (printedIds.size > 10_000) printedIds.clear();
    printedIds.add(event.webhookId);
    // Texts of users must not control the terminal; JSON escapes only some of the characters that do.
    const data = JSON.stringify(event.data).replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
    console.log(new Date(event.timestamp).toISOString(), event.event, data);
  } catch (error) {
    const isForged = isAtriumError(error, "UNAUTHENTICATED");
    const message = error instanceof Error ? error.message : error;
    console.error(...(isForged ? ["Refused:", message, advice] : ["Failed:", message]));
    response.writeHead(isForged ? 401 : 500).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error("The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

await main().catch((error: NodeJS.ErrnoException) => {
  const advice = error.code === "EADDRINUSE" ? ". Stop what uses this port, or choose another one with --port." : "";
  const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
  console.error(error.message + advice + usage);
  process.exitCode = 1;
});
