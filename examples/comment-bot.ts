// Answers in the thread when somebody mentions it: write {{bot}} in a comment.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createClient, isAtriumError, verifyWebhook, type WebhookEvent } from "@atrium/client";

const help = `node examples/comment-bot.ts [--bot bot] [--port 3002] [--url https://you.example.com/] [--keep]
  --bot   id of the user as which it writes
  --url   address at which the server reaches this program; default: this machine
  --keep  keeps the webhook at the end: mentions in the meantime are answered when it runs again on the same port
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.
Ctrl-C ends it and deletes the webhook.`;

type Client = ReturnType<typeof createClient>;

async function main() {
  const bot = { type: "string", default: "bot" } as const;
  const port = { type: "string", default: "3002" } as const;
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({ options: { bot, port, url: { type: "string" }, keep: flag, help: flag } });
  if (values.help) return console.log(help);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken });
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);

  let secret = "";
  const server = createServer(async (request, response) => {
    try {
      await answer(atrium, values.bot, await verifyWebhook(request.headers, await buffer(request), secret));
      response.writeHead(204).end();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      // The server sends a failed message again; a forged message is refused.
      response.writeHead(isAtriumError(error, "UNAUTHENTICATED") ? 401 : 500).end();
    }
  });
  await once(server.listen(Number(values.port), "127.0.0.1"), "listening");
  const url = values.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const webhook = await subscribe(atrium, url);
    secret = webhook.secret;
    console.log(`${url} waits for {{${values.bot}}}`);
    console.log("Mention it in a comment: it answers in the same thread and reports it below.");
    await stopped;
    const { endpointId } = webhook;
    if (!values.keep) await atrium.workspace.advancedwebhook.endpoints.delete({ endpointId });
  } finally {
    server.close().closeAllConnections();
  }
}

/** The webhook endpoint for this address, which may be left from an earlier run. */
async function subscribe({ workspace: { advancedwebhook, advancedwebhookconfig } }: Client, url: string) {
  await advancedwebhookconfig.update({ isEnabled: true });
  const { endpoints } = (await advancedwebhook.endpoints.get()).data;
  const filterTypes = ["comment.add", "comment_annotation.add"];
  const existingEndpoint = endpoints.find((endpoint) => endpoint.url === url);
  const { id: endpointId } = existingEndpoint ?? (await advancedwebhook.endpoints.create({ url, filterTypes })).data;
  return { endpointId, secret: (await advancedwebhook.endpoints.secret.get({ endpointId })).data.secret };
}

async function answer(atrium: Client, bot: string, { event, data, webhookId }: WebhookEvent) {
  // The event for a new thread includes its first comments.
  const comments =
    event === "comment.add" ? [data.targetComment] : event === "comment_annotation.add" ? data.comments : [];
  const mention = comments.find(({ from, commentText }) => from?.userId !== bot && commentText?.includes(`{{${bot}}}`));
  const { organizationId, documentId } = data.metadata;
  if (!mention || !organizationId || !documentId) return;
  const commentText = `{{${mention.from?.userId}}}, I have read: ${mention.commentText}`;
  const place = { organizationId, documentId, annotationId: data.annotationId as string };
  // A message may arrive twice. Its id as the idempotency key makes sure that it is answered once.
  const once = { idempotencyKey: webhookId };
  await atrium.commentannotations.comments.add(
    { ...place, commentData: [{ commentText, from: { userId: bot } }] },
    once,
  );
  console.log(`Answered ${mention.from?.userId} in ${documentId}`);
}

await main().catch((error: NodeJS.ErrnoException) => {
  const advice = error.code === "EADDRINUSE" ? ". Stop what uses this port, or choose another one with --port." : "";
  const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
  console.error(error.message + advice + usage);
  process.exitCode = 1;
});
