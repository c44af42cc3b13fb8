// Shows who is in a document right now by following the stream of the document, as a user who may read it.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { AtriumError, createClient, type ErrorCode, isAtriumError } from "@atrium/client";

const help = `node examples/presence-board.ts ORGANIZATION DOCUMENT
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN stand in the environment, and ATRIUM_URL for a server that is not this machine's.
Ctrl-C ends it.`;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const [organizationId, documentId, ...rest] = positionals;
  if (!organizationId || !documentId || rest.length > 0)
    throw new Error(`Name an organization and a document.\n\n${help}`);
  const { ATRIUM_URL: baseUrl = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const atrium = createClient({ baseUrl, apiKey, authToken, signal: stop.signal });

  const stream = `${baseUrl}/v2/documents/stream?${new URLSearchParams({ organizationId, documentId })}`;
  const userProperties = { name: "Presence board", email: "presence-board@example.com" };
  const document = { type: "document", id: documentId, organizationId, accessRole: "viewer" } as const;
  for (;;) {
    try {
      // A token and its stream end after 48 hours, so each connection gets a new one.
      const permissions = { resources: [document] };
      const { data } = await atrium.auth.generate_token({ userId: "presence-board", userProperties, permissions });
      const headers = { authorization: `Bearer ${data.token}` };
      const response = await fetch(stream, { headers, signal: stop.signal });
      if (!response.ok) {
        const { error } = (await response.json()) as { error: { status: ErrorCode; message: string } };
        throw new AtriumError(error.status, error.message);
      }
      await show(response);
    } catch (error) {
      // A server that can't be reached may return (a broken connection is a TypeError); a refusal is final.
      if (!isAtriumError(error, "UNAVAILABLE") && !(error instanceof TypeError)) throw error;
      console.error(error.message);
    }
    await wait(1000, undefined, { signal: stop.signal });
  }
}

/** Shows the events of a stream until it ends. It begins with all present users. */
async function show(response: Response) {
  const present = new Map<string, { userId: string; name?: string; status?: string; removed?: true }>();
  for await (const [event, data] of eventsOf(response)) {
    if (event === "presence") present.set(data.userId, data);
    else if (event === "bye") console.error(data.error.message);
    // The stream sends the present users next.
    if (event !== "presence" && !(event === "ready" && data.present.presence.length === 0)) continue;
    if (process.stdout.isTTY) console.clear();
    const there = [...present.values()].filter(({ removed, status }) => !removed && status !== "offline");
    const shown = there.map(({ userId, name = userId, status }) => (status ? `${name} (${status})` : name));
    console.log(`${shown.length} here${shown.length > 0 ? ": " : ""}${shown.sort().join(", ")}`);
  }
}

/** Name and data of server-sent events. */
async function* eventsOf({ body }: Response) {
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data) yield [/^event: (.*)$/m.exec(block)?.[1], JSON.parse(data)] as const;
    }
  }
}

await main().catch((error: Error) => {
  if (stop.signal.aborted) return;
  console.error(error.message);
  process.exitCode = 1;
});
