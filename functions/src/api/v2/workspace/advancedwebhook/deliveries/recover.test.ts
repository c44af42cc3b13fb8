import assert from "node:assert/strict";
import { test } from "node:test";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/deliveries/recover";
const HOUR = 3_600_000;

test("all that an endpoint has missed since a time is sent again, and nothing else", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await addEndpoint(w, "two");
  let isWell = false;
  w.receivers.answer = ({ json }) => ({ status: isWell || json.data.user?.userId === "fine" ? 200 : 500, body: "" });
  const join = (userId: string) => happen(w, { type: "user.add", organizationId: "acme", data: { user: { userId } } });
  await join("early");
  w.advance(HOUR);
  await join("fine");
  for (let n = 0; n < 300; n++) await join(`late${n}`);
  for (let hour = 0; hour < 100; hour++) {
    w.advance(HOUR);
    // An endpoint that fails gets no more than 20 calls in a second.
    for (let seconds = 0; seconds < 20; seconds++) {
      await w.drain();
      w.advance(1000);
    }
  }
  isWell = true;
  const before = w.receivers.calls.length;
  const since = new Date(START + HOUR).toISOString();
  assert.equal((await w.ok(path, { endpointId: "one", since })).message, "Recovery started successfully.");
  await w.drain();
  const sent = w.receivers.calls.slice(before);
  assert.ok(sent.every(({ url }) => url.includes("one")));
  const expected = Array.from({ length: 300 }, (_, n) => `late${n}`).sort();
  assert.deepEqual(sent.map(({ json }) => json.data.user?.userId).sort(), expected);
  const early = (await deliveriesOf(w, "one"))[0];
  assert.equal(early?.status, "failed");
});

test("recovery of a disabled endpoint or of an unknown one is refused", async () => {
  const w = await world();
  await addEndpoint(w, "off", { disabled: true });
  const since = new Date(START).toISOString();
  assert.equal((await w.fails(path, { endpointId: "off", since })).status, "FAILED_PRECONDITION");
  assert.equal((await w.fails(path, { endpointId: "none", since })).status, "NOT_FOUND");
  assert.equal((await w.fails(path, { endpointId: "off", since: "yesterday" })).status, "INVALID_ARGUMENT");
});
