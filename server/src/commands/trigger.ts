import { type AtriumClient, isAtriumError } from "@atrium/client";
import { eventCatalogue } from "@atrium/functions/domain/events/catalogue";
import { type EventType, eventTypeNames } from "@atrium/functions/domain/events/types";
import type { Command } from "commander";
import { DemoCalls } from "../trigger/demo-calls.ts";
import { recipes } from "../trigger/recipes.ts";
import { CommandError } from "./command-error.ts";
import { eventType } from "./events/event-type.ts";
import { type DataOptions, dataCommand, print } from "./options/data.ts";
import { findKeyedServer, type KeyOption } from "./running-server.ts";

/** `trigger`. */
export function triggerCommand(): Command {
  return dataCommand("trigger", "cause a real event in the demo world", "trigger comment.add")
    .argument("[event]", "the event (default: lists all events)", eventType)
    .option("--api-key <id>", "key to use (default: the demo's first key, or the only key)")
    .addHelpText(
      "after",
      "\n`npx atrium listen` in another terminal shows the event. `npx atrium demo reset` removes what this command creates.",
    )
    .action((event: EventType | undefined, options: DataOptions & KeyOption) =>
      event === undefined ? listEvents(options) : trigger(event, options),
    );
}

async function trigger(event: EventType, options: DataOptions & KeyOption): Promise<void> {
  const recipe = recipes[event];
  if (typeof recipe === "string") throw new CommandError(`${event} can't be triggered: ${recipe}`);
  const { atrium } = await findKeyedServer(options);
  try {
    const done = await recipe(new DemoCalls(atrium));
    print(options, { event, done }, done);
    if (!(await isHeard(atrium))) console.error("No webhook endpoint receives it. Run `npx atrium listen` first.");
  } catch (error) {
    throw isAtriumError(error) ? new CommandError(error.message) : error;
  }
}

/** Whether the API key has a webhook endpoint. */
async function isHeard({ workspace: { advancedwebhook } }: AtriumClient): Promise<boolean> {
  try {
    return (await advancedwebhook.endpoints.get()).data.endpoints.length > 0;
  } catch (error) {
    // Advanced webhooks are off for this API key.
    if (isAtriumError(error, "FAILED_PRECONDITION")) return false;
    throw error;
  }
}

function listEvents(options: DataOptions): void {
  const events = eventTypeNames.map((name) => ({
    name,
    description: eventCatalogue[name].description,
    canBeTriggered: typeof recipes[name] !== "string",
  }));
  const width = Math.max(...eventTypeNames.map(({ length }) => length));
  const lines = events.map(
    ({ name, description, canBeTriggered }) =>
      `${name.padEnd(width)}  ${description}${canBeTriggered ? "" : " (can't be triggered)"}`,
  );
  print(options, { events }, lines.join("\n"));
}
