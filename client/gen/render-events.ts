import type { EventDeclaration } from "@atrium/functions/domain/events/event";
import { typeText } from "./type-text.ts";

/** `client/src/generated/events.ts`: the type of every event. */
export function renderEvents(catalogue: Record<string, EventDeclaration>): string {
  const entries = Object.entries(catalogue).map(
    ([name, { description, data }]) => `/** ${description} */\n"${name}": ${typeText(data, () => undefined)};`,
  );
  return `// Written by \`npm run gen\` from the catalogue of events.

/** What \`data\` holds beside \`metadata\`, by the type of the event. With data protection on, names and free text are missing. */
export interface WebhookEventData {
${entries.join("\n")}
}
`;
}
