import { expect } from "@jest/globals";
import { eventCatalogue } from "#domain/events/catalogue";
import { type EventType, eventTypeNames, isEventType } from "#domain/events/types";
import type { CallEndpoint } from "#http/endpoint";
import { addEndpoint } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import type { Received } from "#testing/harness/receivers";
import type { Check } from "./check.ts";
import { openDoor } from "./door.ts";

/** Types that are never sent according to the catalogue. */
const neverSent = eventTypeNames.filter((type) => !eventCatalogue[type].isEmitted);

/** Types that only jobs cause, long after the call that started them was answered. */
const causedByJobs: readonly EventType[] = [
  "document.migrate",
  "webhook.endpoint_disabled",
  "message.attempt.exhausted",
];

/** Sends the example with a subscriber to every event. @returns the events. */
async function eventsOfExample(endpoint: CallEndpoint): Promise<{ apiKeyId: string; sent: Received[] }> {
  const { w, send } = await openDoor(endpoint);
  await addEndpoint(w, "all");
  const { status, body } = await send();
  expectWithContext(status, JSON.stringify(body)).toBe(200);
  await w.drain();
  const events = w.receivers.calls.filter(({ url }) => new URL(url).hostname === "all.example.com");
  return { apiKeyId: w.tenant.apiKeyId, sent: events };
}

/** Compares the declared events of endpoints with the events that their examples cause. */
export const eventChecks: Check[] = [
  {
    guarantee: "a reading endpoint declares no events",
    applies: ({ kind }) => kind === "read",
    run: async ({ emits }) => expect(emits).toBeUndefined(),
  },
  {
    guarantee: "its events are declared in order, each once and at least one",
    applies: ({ emits }) => emits !== undefined,
    async run({ emits = [] }) {
      expect(emits.length).not.toBe(0);
      expect(emits).toStrictEqual([...new Set(emits)].sort());
    },
  },
  {
    guarantee:
      "its example causes only events that it declares, in the shape of the catalogue, and none if it declares none",
    applies: ({ kind }) => kind === "write",
    async run(endpoint) {
      const { emits } = endpoint;
      const { apiKeyId, sent } = await eventsOfExample(endpoint);
      expectWithContext(sent.length > 0, `it sent ${sent.length} events`).toBe(emits !== undefined);
      for (const { json } of sent) {
        const type: string = json.event;
        ensure(isEventType(type) && emits?.includes(type), `${type} is not declared`);
        const { metadata, ...data } = json.data;
        eventCatalogue[type].data.parse(data);
        expect(metadata.apiKey).toBe(apiKeyId);
      }
    },
  },
];

/** Types of the catalogue without a known cause, or with both an endpoint and another cause. */
export function wronglyCaused(endpoints: readonly CallEndpoint[]): EventType[] {
  const declared = new Set(endpoints.flatMap(({ emits = [] }) => emits));
  const elsewhere = new Set([...neverSent, ...causedByJobs]);
  return eventTypeNames.filter((type) => declared.has(type) === elsewhere.has(type));
}
