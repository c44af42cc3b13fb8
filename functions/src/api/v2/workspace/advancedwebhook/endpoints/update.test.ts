import { expect, test } from "@jest/globals";
import { addEndpoint, deliveriesOf, happen } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/update";

test("fields in the request change, the others stay, and null removes a filter", async () => {
  const w = await world();
  await addEndpoint(w, "one", { filterTypes: ["comment.add"], rateLimit: 5, description: "Chat" });
  w.advance(1000);
  const { message, data } = await w.ok(path, { endpointId: "one", filterTypes: null, metadata: { a: "b" } });
  expect(message).toBe("Advanced webhook endpoint updated successfully.");
  expect([data.filterTypes, data.rateLimit, data.description, data.metadata]).toStrictEqual([
    null,
    5,
    "Chat",
    { a: "b" },
  ]);
  expect(data.updatedAt).not.toBe(data.createdAt);
});

test("null removes the description and the metadata", async () => {
  const w = await world();
  await addEndpoint(w, "one", { description: "Chat", metadata: { a: "b" }, channels: ["document:d"] });
  const { data } = await w.ok(path, { endpointId: "one", description: null, metadata: null, channels: null });
  expect([data.description, data.metadata, data.channels]).toStrictEqual([null, null, null]);
});

test("null for the address is treated as omitted, because the address is required", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  const { data } = await w.ok(path, { endpointId: "one", url: null, disabled: null, description: "Chat" });
  expect([data.url, data.disabled, data.description]).toStrictEqual(["https://one.example.com/hook", false, "Chat"]);
});

test("after the update, the new filter applies to events", async () => {
  const w = await world();
  await addEndpoint(w, "one", { filterTypes: ["comment.add"] });
  await happen(w, { type: "user.add", organizationId: "acme" });
  expect(w.receivers.calls.length).toBe(0);
  await w.ok(path, { endpointId: "one", filterTypes: ["user.add"], url: "https://new.example.com/" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  expect(w.receivers.calls.map(({ url }) => url)).toStrictEqual(["https://new.example.com/"]);
});

test("a disabled endpoint receives no events until it is enabled again", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  await w.ok(path, { endpointId: "one", disabled: true });
  await happen(w, { type: "user.add", organizationId: "acme" });
  expect(w.receivers.calls.length).toBe(0);
  await w.ok(path, { endpointId: "one", disabled: false });
  await happen(w, { type: "user.delete", organizationId: "acme" });
  expect(w.receivers.calls.map(({ json }) => json.event)).toStrictEqual(["user.delete"]);
});

test("an empty update and an unknown endpoint are refused", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  const nothing = await w.fails(path, { endpointId: "one" });
  expect([nothing.status, nothing.message]).toStrictEqual([
    "INVALID_ARGUMENT",
    "At least one endpoint field besides endpointId must be provided.",
  ]);
  expect((await w.fails(path, { endpointId: "two", disabled: true })).status).toBe("NOT_FOUND");
});

test("pending deliveries are canceled when their endpoint is disabled, and stay so when it is enabled again", async () => {
  const w = await world();
  await addEndpoint(w, "one");
  w.receivers.answer = () => ({ status: 500, body: "" });
  await happen(w, { type: "user.add", organizationId: "acme" });
  await w.ok(path, { endpointId: "one", disabled: true });
  await w.drain();
  expect((await deliveriesOf(w)).map(({ status }) => status)).toStrictEqual(["canceled"]);
  await w.ok(path, { endpointId: "one", disabled: false });
  w.advance(60_000);
  await w.drain();
  expect(w.receivers.calls.length).toBe(1);
});
