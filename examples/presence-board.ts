// Shows who is in a document right now by following the stream of the document, as a user who may read it.
import { parseArgs } from "node:util";
import { createClient } from "@atrium/client";

const help = `node examples/presence-board.ts ORGANIZATION DOCUMENT
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.
Ctrl-C ends it.`;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const [organizationId, documentId, ...rest] = positionals;
  if (!organizationId || !documentId || rest.length > 0)
    throw new Error(`Give an organization and a document.\n\n${help}`);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const server = createClient({ baseUrl, apiKey, authToken, signal: stop.signal });

  const userProperties = { name: "Presence board", email: "presence-board@example.com" };
  const document = { type: "document", id: documentId, organizationId, accessRole: "viewer" } as const;
  const permissions = { resources: [document] };
  // A token expires after 48 hours, so each connection of the stream asks for a new one.
  const userToken = async () =>
    (await server.auth.generate_token({ userId: "presence-board", userProperties, permissions })).data.token;
  const atrium = createClient({ baseUrl, userToken, signal: stop.signal });
  const hint = `Who is in ${documentId}: add somebody with /v2/presence/add, and watch.`;
  console.log(hint);
  const present = new Map<string, { name?: string | undefined; status?: string | undefined }>();
  const onDisconnect = (cause: Error) => console.error(`${cause.message} Trying again …`);
  for await (const { event, data } of atrium.documents.stream({ organizationId, documentId }, { onDisconnect })) {
    if (event === "bye") throw new Error(data.error.message);
    if (event === "ready") {
      // Users that `ready` does not name have left during the break.
      for (const userId of present.keys()) if (!data.present.presence.includes(userId)) present.delete(userId);
      // The server sends the other users next.
      if (data.present.presence.length > present.size) continue;
    } else if (event !== "presence") continue;
    else if ("removed" in data) present.delete(data.userId);
    else present.set(data.userId, data);
    if (process.stdout.isTTY) console.clear();
    if (process.stdout.isTTY) console.log(hint);
    show(present);
  }
}

function show(present: ReadonlyMap<string, { name?: string | undefined; status?: string | undefined }>) {
  const there = [...present].filter(([, { status }]) => status !== "offline");
  const labels = there.map(([userId, { name = userId, status }]) => (status ? `${name} (${status})` : name));
  const text = `${labels.length} here${labels.length > 0 ? ": " : ""}${labels.sort().join(", ")}`;
  // A name is any text, which must not control the terminal.
  console.log(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD"));
}

await main().catch((error: NodeJS.ErrnoException) => {
  if (stop.signal.aborted) return;
  const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
  console.error(error.message + usage);
  process.exitCode = 1;
});
