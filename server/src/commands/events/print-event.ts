import { styleText } from "node:util";
import { visibleJson, visibleLines, visibleText } from "../../log/visible-text.ts";
import type { DataOptions } from "../options/data.ts";
import type { ForwardResult, ReceivedEvent } from "./event-receiver.ts";

/** Prints a verified event: a heading and its data, or with `--json` one line of JSON. */
export function printEvent(options: Pick<DataOptions, "json">, { event, forwarded }: ReceivedEvent): void {
  if (options.json) console.log(visibleJson(JSON.stringify({ ...event, ...(forwarded && { forwarded }) })));
  else printForPeople({ event, forwarded });
}

function printForPeople({ event, forwarded }: ReceivedEvent): void {
  const { organizationId, documentId } = event.data.metadata;
  const heading = [
    new Date(event.timestamp).toTimeString().slice(0, 8),
    styled("bold", event.event),
    visibleText([organizationId, documentId].filter(Boolean).join(" / ")),
    styled("green", "verified"),
    event.webhookId,
  ];
  console.log(`\n${heading.filter(Boolean).join("  ")}`);
  console.log(visibleLines(JSON.stringify(event.data, null, 2)).replaceAll(/^/gm, "  "));
  if (forwarded) console.log(describeForward(forwarded));
}

function describeForward({ status, error }: ForwardResult): string {
  if (status === undefined) return styled("red", `Not forwarded: ${error}. The server sends the event again.`);
  const isTaken = status >= 200 && status < 300;
  return isTaken
    ? styled("green", `Forwarded: answered ${status}.`)
    : styled("red", `Forwarded: answered ${status}. The server sends the event again.`);
}

/** Styled on a terminal, plain elsewhere. */
function styled(style: "bold" | "green" | "red", text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
