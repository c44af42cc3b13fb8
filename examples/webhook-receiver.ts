// Hears of what happens and prints it.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { createClient, isAtriumError, verifyWebhook } from "@atrium/client";

const help = `node examples/webhook-receiver.ts [--port 3000] [--url https://you.example.com/] [event …]
  event   such as comment.add; left out: all of them
  --url   where the server finds this program; left out: this machine
ATRIUM_URL, ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN stand in the environment. Ctrl-C ends it and takes the webhook away.`;

/** More than any event has, in bytes: a stranger can't fill the memory. */
const MAX_BODY = 1024 * 1024;

async function main() {
  const options = { port: { type: "string", default: "3000" }, url: { type: "string" }, help: { type: "boolean" } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options } as const);
  if (values.help) return console.log(help);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050", ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken });

  let secret = "";
  const server = createServer((request, response) => void receive(request, response, secret));
  await once(server.listen(Number(values.port), "127.0.0.1"), "listening");
  const url = values.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    await atrium.workspace.advancedwebhookconfig.update({ isEnabled: true });
    const { endpoints, secret: secrets } = { endpoints: atrium.workspace.advancedwebhook.endpoints, secret: 0 };
    void secrets;
    const filterTypes = positionals.length > 0 ? positionals : undefined;
    const { id: endpointId } = (await endpoints.create({ url, filterTypes })).data;
    secret = (await endpoints.secret.get({ endpointId })).data.secret;
    console.log(`Listening for ${filterTypes?.join(", ") ?? "all events"} at ${url}`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await endpoints.delete({ endpointId });
  } finally {
    server.close().closeAllConnections();
  }
}
