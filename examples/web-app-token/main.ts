// A web app whose page reads comments itself: the app's server gives its logged-in user a token.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@atrium/client";

const help = `node examples/web-app-token/main.ts ORGANIZATION DOCUMENT [--port 3001]
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN stand in the environment, and ATRIUM_URL for a server that is not this machine's.
Open the address that it prints. Ctrl-C ends it.`;

/** The logged-in user. Replace it with your session: nobody may get another user's token. */
function userOf(_request: IncomingMessage) {
  return { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
}

async function main() {
  const port = { type: "string", default: "3001" } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port, help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const [organizationId, documentId, ...rest] = positionals;
  if (!organizationId || !documentId || rest.length > 0)
    throw new Error(`Name an organization and a document.\n\n${help}`);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken });
  // Browsers may call Atrium from pages of these hosts only.
  await atrium.workspace.domains.add({ domains: ["127.0.0.1", "localhost"] });

  const page = await readFile(join(import.meta.dirname, "page.html"));
  const document = { type: "document", id: documentId, organizationId, accessRole: "viewer" } as const;
  const server = createServer(async (request, response) => {
    if (request.url === "/") return response.setHeader("content-type", "text/html; charset=utf-8").end(page);
    if (request.url !== "/session") return response.writeHead(404).end();
    try {
      const { userId, ...userProperties } = userOf(request);
      const permissions = { resources: [document] };
      const { token } = (await atrium.auth.generate_token({ userId, userProperties, permissions })).data;
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify({ token, atrium: baseUrl, name: userProperties.name, organizationId, documentId }));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      response.writeHead(502).end();
    }
  });
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await once(server.listen(Number(values.port), "127.0.0.1"), "listening");
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await stopped;
  server.close().closeAllConnections();
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
