import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { isAtriumError } from "@atrium/client";
import { type Command, InvalidArgumentError } from "commander";
import { visibleText } from "../log/visible-text.ts";
import { CommandError } from "./command-error.ts";
import { createEventReceiver } from "./events/event-receiver.ts";
import { eventType } from "./events/event-type.ts";
import { printEvent } from "./events/print-event.ts";
import { makeTemporaryEndpoint, type TemporaryEndpoint } from "./events/temporary-endpoint.ts";
import { untilInterrupted } from "./interruption.ts";
import { type DataOptions, dataCommand } from "./options/data.ts";
import { findKeyedServer, type KeyedServer, type KeyOption } from "./running-server.ts";

type Options = DataOptions & KeyOption & { events?: string[]; forward?: string };

/** `listen`. */
export function listenCommand(): Command {
  return dataCommand(
    "listen",
    "show events as they happen, verified, and forward them to a program",
    "listen --events comment.add,comment.update --forward http://127.0.0.1:3000/hook",
  )
    .option("--events <types>", "only these events, separated by commas (default: all)", eventTypes)
    .option("--forward <url>", "forward each event unchanged to this address", webAddress)
    .option("--api-key <id>", "key whose events are shown (default: the demo's first key, or the only key)")
    .addHelpText(
      "after",
      "\nIt creates a webhook endpoint on the running server and removes it when it ends (Ctrl-C). With --json it prints a line for each event.",
    )
    .action(async (options: Options) => listen(options, await findKeyedServer(options)));
}

async function listen(options: Options, server: KeyedServer): Promise<void> {
  const interrupted = untilInterrupted();
  const endpoint = Promise.withResolvers<TemporaryEndpoint>();
  const reached = Promise.withResolvers<void>();
  const receiver = createEventReceiver({
    secret: async () => (await endpoint.promise).secret,
    isTest: async ({ webhookId }) => {
      const isTest = webhookId === (await endpoint.promise).testId;
      if (isTest) reached.resolve();
      return isTest;
    },
    forwardTo: options.forward,
    onEvent: (received) => printEvent(options, received),
    onRefused: (reason) => console.error(`Refused a message: ${visibleText(reason)}`),
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const temporaryEndpoint = await makeTemporaryEndpoint(server.atrium, url, options.events);
    endpoint.resolve(temporaryEndpoint);
    try {
      await Promise.race([temporaryEndpoint.proveReachable(reached.promise), interrupted]);
      announce(options, server, temporaryEndpoint);
      await interrupted;
    } finally {
      await remove(temporaryEndpoint);
    }
  } catch (error) {
    throw isAtriumError(error) ? new CommandError(error.message) : error;
  } finally {
    receiver.close().closeAllConnections();
  }
}

function announce({ events, forward }: Options, { address, apiKey }: KeyedServer, { secret }: TemporaryEndpoint): void {
  const what = events ? events.join(", ") : "every event";
  console.error(
    `Listening for ${what} of ${visibleText(apiKey.apiKeyName)} (${apiKey.apiKeyId}) at ${address}. Stop with Ctrl-C.`,
  );
  if (forward) console.error(`Forwarding to ${forward}, signed with the secret ${secret}, which is valid until then.`);
  console.error(`Cause one in another terminal: npx atrium trigger ${events?.[0] ?? "comment.add"}`);
}

/** The server may have ended already. */
async function remove(endpoint: TemporaryEndpoint): Promise<void> {
  await endpoint.remove().catch((error: Error) => {
    console.error(`The webhook endpoint was not removed: ${error.message} The next \`npx atrium listen\` removes it.`);
  });
}

function eventTypes(value: string): string[] {
  return value.split(",").map((name) => eventType(name.trim()));
}

function webAddress(value: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new InvalidArgumentError("It is not an http or https address.");
  return value;
}
