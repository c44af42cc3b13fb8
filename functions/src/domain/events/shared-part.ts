import type { WebhookEvent } from "./webhook-event.ts";

/** Maximum bytes of JSON of a part that events share: every delivered message contains its own copy. */
export const MAX_PART_BYTES = 50_000;

/**
 * A part of the data of several events, such as their thread. A task stores it once. Parts are compared by reference.
 */
export interface SharedPart {
  /** Returns the value: at most `MAX_PART_BYTES` of JSON. Called only if the event has subscribers. */
  make(): object;
}

/** An event in a task: `shared` maps fields of `data` to the index of the shared part that they contain. */
export type TaskEvent = WebhookEvent & { shared?: Record<string, number> };

/** The events of a task, each with its own copy of the parts that it shares with others. @param parts JSON text of a list. */
export function withParts(events: string, parts = "[]"): WebhookEvent[] {
  const values: unknown[] = JSON.parse(parts);
  return (JSON.parse(events) as TaskEvent[]).map(({ shared = {}, ...event }) => {
    const own = Object.entries(shared).map(([field, index]) => [field, values[index]]);
    const { metadata, ...data } = event.data;
    return { ...event, data: { ...data, ...Object.fromEntries(own), metadata } };
  });
}
