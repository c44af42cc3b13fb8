// A web app whose page reads and writes comments itself: the app's server gives its logged-in user a token.
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@atrium/client";
import { build } from "esbuild";

const help = `node examples/web-app-token/main.ts ORGANIZATION DOCUMENT [--port 3001]
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.
Open the two printed addresses side by side, and write in one of them. Ctrl-C ends it.`;

const people = new Map([
  ["ada", { name: "Ada Lovelace", email: "ada@example.com" }],
  ["lin", { name: "Lin Wei", email: "lin@example.com" }],
]);

/** The logged-in user. Replace this with your own session check: nobody may get another user's token. */
function userOf(query: URLSearchParams) {
  const userId = query.get("as") ?? "ada";
  const userProperties = people.get(userId);
  return userProperties && { userId, userProperties };
}

async function main() {
  const port = { type: "string", default: "3001" } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port, help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const [organizationId, documentId, ...rest] = positionals;
  if (!organizationId || !documentId || rest.length > 0)
    throw new Error(`Give an organization and a document.\n\n${help}`);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken });
  // Browsers may call Atrium only from pages of these hosts.
  await atrium.workspace.domains.add({ domains: ["127.0.0.1", "localhost"] });

  const page = join(import.meta.dirname, "page");
  const script = await build({ entryPoints: [join(page, "page.ts")], bundle: true, format: "esm", write: false });
  const document = { type: "document", id: documentId, organizationId, accessRole: "editor" } as const;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const type = (text: string) => response.setHeader("content-type", `${text}; charset=utf-8`);
    if (pathname === "/") return createReadStream(join(page, "index.html")).pipe(type("text/html"));
    if (pathname === "/page.js") return type("text/javascript").end(script.outputFiles[0]?.text);
    const user = userOf(searchParams);
    if (pathname !== "/session" || !user) return response.writeHead(404).end();
    try {
      const { token } = (await atrium.auth.generate_token({ ...user, permissions: { resources: [document] } })).data;
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      const { userId, userProperties } = user;
      response.end(
        JSON.stringify({ token, atrium: baseUrl, userId, name: userProperties.name, organizationId, documentId }),
      );
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      response.writeHead(502).end();
    }
  });
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await once(server.listen(Number(values.port), "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const [userId, { name }] of people) console.log(`Open ${url}?as=${userId} as ${name}`);
  console.log("Side by side, each window shows who is present, and what the other one sends as soon as it is sent.");
  await stopped;
  server.close().closeAllConnections();
}

await main().catch((error: NodeJS.ErrnoException) => {
  const advice = error.code === "EADDRINUSE" ? ". Stop what uses this port, or choose another one with --port." : "";
  const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
  console.error(error.message + advice + usage);
  process.exitCode = 1;
});
