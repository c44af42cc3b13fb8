import type { EventDeclaration } from "@atrium/functions/domain/events/event";
import type { ShapeFacts } from "./shape-facts.ts";
import { comment, typeText } from "./type-text.ts";

/** `client/src/generated/events.ts`: the type of every event. */
export function renderEvents(catalogue: Record<string, EventDeclaration>, facts: ShapeFacts): string {
  // The types of events refer to no named types.
  const unnamed = { ...facts, nameOf: () => undefined };
  const entries = Object.entries(catalogue).map(
    ([name, { description, data }]) => `${comment(description)}"${name}": ${typeText(data, unnamed)};`,
  );
  return `// Written by \`npm run gen\` from the catalogue of events.

/** The content of \`data\` besides \`metadata\`, by event type. With data protection on, names and free text are omitted. */
export interface WebhookEventData {
${entries.join("\n")}
}
`;
}
