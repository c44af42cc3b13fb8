import { createClient } from "@atrium/client";
import { type EventType, eventTypeNames, eventTypesOf } from "@atrium/functions/domain/events/types";
import { addEndpoint } from "@atrium/functions/testing/fixtures/webhooks/webhooks";
import { allFeatures, setFeatures } from "@atrium/functions/testing/harness/example-world";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../http-server.ts";
import { DemoCalls } from "./demo-calls.ts";
import { recipes } from "./recipes.ts";

/** A world with an endpoint that receives every event, and the calls that cause the events. */
async function listening() {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  await addEndpoint(w, "all");
  const app = createHttpServer(w.context);
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { apiKeyId: apiKey, authToken } = w.tenant;
  return { w, demo: new DemoCalls(createClient({ baseUrl, apiKey, authToken })) };
}

test("every event that can be triggered is triggered twice, and its recipe says what was done", async () => {
  const { w, demo } = await listening();
  for (const event of eventTypeNames) {
    const recipe = recipes[event];
    if (typeof recipe === "string") continue;
    for (let i = 0; i < 2; i++) {
      expectWithContext(await recipe(demo), event).toMatch(/^[A-Z\p{L}][^\n]*\.$/u);
      await w.drain();
      // A migration pauses between its steps.
      for (let step = 0; event === "document.migrate" && step < 5; step++) {
        w.advance(5000);
        await w.drain();
      }
      const events = w.receivers.calls.splice(0).map(({ json }) => json.event);
      expectWithContext(events, `${event} was not caused`).toContain(event);
    }
  }
});

test("only huddles, approvals, and events of webhooks themselves can't be triggered", () => {
  const impossible = eventTypeNames.filter((event) => typeof recipes[event] === "string");
  const expected: EventType[] = [
    "huddle.create",
    "huddle.join",
    ...eventTypesOf(["approval"]),
    "webhook.endpoint_disabled",
    "message.attempt.exhausted",
  ];
  expect(impossible).toStrictEqual(expected);
});
