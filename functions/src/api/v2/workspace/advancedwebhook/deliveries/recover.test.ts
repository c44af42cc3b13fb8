import { expect, test } from "@jest/globals";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/deliveries/recover";
const HOUR = 3_600_000;

test("every delivery that an endpoint has missed since a given time is sent again, and no other", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await addEndpoint(w, "two", { filterTypes: ["user.delete"] });
  let isWell = false;
  w.receivers.answer = ({ json }) => ({ status: isWell || json.data.user?.userId === "fine" ? 200 : 500, body: "" });
  const join = (userId: string) => happen(w, { type: "user.add", organizationId: "acme", data: { user: { userId } } });
  await join("early");
  w.advance(HOUR);
  await join("fine");
  await happen(w, { type: "user.delete", organizationId: "acme", data: { user: { userId: "gone" } } });
  // More deliveries than are resent in one transaction.
  for (let n = 0; n < 210; n++) await join(`late${n}`);
  for (let hour = 0; hour < 100; hour++) {
    w.advance(HOUR);
    // A failing endpoint gets at most 20 calls in a second.
    for (let previousCount = -1; previousCount < w.receivers.calls.length; w.advance(1000)) {
      previousCount = w.receivers.calls.length;
      await w.drain();
    }
  }
  isWell = true;
  const before = w.receivers.calls.length;
  const since = new Date(START + HOUR).toISOString();
  expect((await w.ok(path, { endpointId: "one", since })).message).toBe("Recovery started successfully.");
  await w.drain();
  const recoveryCalls = w.receivers.calls.slice(before);
  expect(recoveryCalls.every(({ url }) => url.includes("one"))).toBe(true);
  const expected = ["gone", ...Array.from({ length: 210 }, (_, n) => `late${n}`)];
  expect(recoveryCalls.map(({ json }) => json.data.user?.userId).sort()).toStrictEqual(expected.sort());
  const early = (await deliveriesOf(w, "one"))[0];
  expect(early?.status).toBe("failed");
});

test("recovery of a disabled or unknown endpoint is refused", async () => {
  const w = await world();
  await addEndpoint(w, "off", { disabled: true });
  const since = new Date(START).toISOString();
  expect((await w.fails(path, { endpointId: "off", since })).status).toBe("FAILED_PRECONDITION");
  expect((await w.fails(path, { endpointId: "none", since })).status).toBe("NOT_FOUND");
  const refusal = await w.fails(path, { endpointId: "off", since: "yesterday" });
  expect([refusal.status, refusal.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    "data.since must be an ISO 8601 text, such as 2026-01-05T09:00:00Z.",
  ]);
});
