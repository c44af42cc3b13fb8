import type { WebhookEvent } from "./webhook-event.ts";

/** Most bytes of JSON of a part that events share: every message that is delivered holds a copy of its own. */
export const MAX_PART_BYTES = 50_000;

/** A part of the data of several events, such as their thread. A task stores it once. Compared by reference. */
export interface SharedPart {
  /** Its value, made only where somebody subscribes to the event: at most `MAX_PART_BYTES` of JSON. */
  make(): object;
}

/** An event in a task: `shared` has the index of each shared part by the field of `data` that holds it. */
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
