// Shows who is in a document right now, as it changes: it follows the stream of the document.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "@atrium/client";

const help = `node examples/presence-board.ts ORGANIZATION DOCUMENT [--user presence-board]
  --user   id of the user that it reads as
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN stand in the environment, and ATRIUM_URL for a server that is not this machine's.
Ctrl-C ends it.`;

type Someone = { userId: string; name?: string; status?: string; removed?: true };
type Bye = { reconnect: boolean; error: { message: string } };

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

async function main() {
  const user = { type: "string", default: "presence-board" } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { user, help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const [organizationId, documentId, ...rest] = positionals;
  if (!organizationId || !documentId || rest.length > 0) throw new Error(`Name an organization and a document.\n\n${help}`);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken, signal: stop.signal });

  const stream = `${baseUrl}/v2/documents/stream?${new URLSearchParams({ organizationId, documentId })}`;
  const userProperties = { name: "Presence board", email: "presence-board@example.com" };
  const resource = { type: "document", id: documentId, organizationId, accessRole: "viewer" } as const;
  const present = new Map<string, Someone>();
  for (;;) {
    const granted = { userId: values.user, userProperties, permissions: { resources: [resource] } };
    const { token } = (await atrium.auth.generate_token(granted)).data;
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const response = await fetch(stream, { headers, signal: stop.signal });
    if (!response.ok) throw new Error((await response.json()).error.message);
    present.clear();
    for await (const [event, data] of eventsOf(response)) {
      if (event === "bye" && !(data as Bye).reconnect) throw new Error((data as Bye).error.message);
    }
    await wait(1000, undefined, { signal: stop.signal });
  }
}
