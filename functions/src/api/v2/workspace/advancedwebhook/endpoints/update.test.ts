import assert from "node:assert/strict";
import { test } from "node:test";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/update";

test("what is sent changes, what is not sent stays, and null takes a filter away", async () => {
  const w = await world();
  await addEndpoint(w, "one", { filterTypes: ["comment.add"], rateLimit: 5, description: "Chat" });
  w.advance(1000);
  const { message, data } = await w.ok(path, { endpointId: "one", filterTypes: null, metadata: { a: "b" } });
  assert.equal(message, "Advanced webhook endpoint updated successfully.");
  assert.deepEqual([data.filterTypes, data.rateLimit, data.description, data.metadata], [null, 5, "Chat", { a: "b" }]);
  assert.notEqual(data.updatedAt, data.createdAt);
});

test("events follow the new filter from then on", async () => {
  const w = await world();
  await addEndpoint(w, "one", { filterTypes: ["comment.add"] });
  await happen(w, { type: "user.add", organizationId: "acme" });
  assert.equal(w.receivers.calls.length, 0);
  await w.ok(path, { endpointId: "one", filterTypes: ["user.add"], url: "https://new.example.com/" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  assert.deepEqual(
    w.receivers.calls.map(({ url }) => url),
    ["https://new.example.com/"],
  );
});

test("a disabled endpoint gets nothing, and gets what happens after it was enabled again", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await w.ok(path, { endpointId: "one", disabled: true });
  await happen(w, { type: "user.add", organizationId: "acme" });
  assert.equal(w.receivers.calls.length, 0);
  await w.ok(path, { endpointId: "one", disabled: false });
  await happen(w, { type: "user.delete", organizationId: "acme" });
  assert.deepEqual(
    w.receivers.calls.map(({ json }) => json.event),
    ["user.delete"],
  );
});

test("an update of nothing and an unknown endpoint are refused", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  const nothing = await w.fails(path, { endpointId: "one" });
  assert.deepEqual(
    [nothing.status, nothing.message],
    ["INVALID_ARGUMENT", "At least one endpoint field besides endpointId must be provided."],
  );
  assert.equal((await w.fails(path, { endpointId: "two", disabled: true })).status, "NOT_FOUND");
});

test("what waits for an endpoint is canceled when it is disabled, and stays so when it is enabled again", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  await w.ok(path, { endpointId: "one", disabled: true });
  await w.drain();
  assert.deepEqual(
    (await deliveriesOf(w)).map(({ status }) => status),
    ["canceled"],
  );
  await w.ok(path, { endpointId: "one", disabled: false });
  w.advance(60_000);
  await w.drain();
  assert.equal(w.receivers.calls.length, 1);
});
