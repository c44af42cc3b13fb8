import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { MAX_ENDPOINTS } from "#domain/webhooks/webhook-endpoint";
import { enableWebhooks } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, world } from "#testing/harness/world";

const path = "/v2/workspace/advancedwebhook/endpoints/create";
const url = "https://hooks.example.com/atrium";

test("a new endpoint is returned with every field, unset ones as null", async () => {
  const w = await world();
  await enableWebhooks(w);
  const { message, data } = await w.ok(path, { url });
  expect(message).toBe("Advanced webhook endpoint created successfully.");
  expect(data.id).toMatch(/^ep_/);
  const times = { createdAt: new Date(START).toISOString(), updatedAt: new Date(START).toISOString() };
  const unset = { description: null, filterTypes: null, channels: null, rateLimit: null, uid: null };
  const expected = { id: data.id, url, ...unset, disabled: false, disabledReason: null, metadata: null, ...times };
  expect(data).toStrictEqual(expected);
});

test("every optional field is returned as it was sent", async () => {
  const w = await world();
  await enableWebhooks(w);
  const input = {
    url: "http://localhost:3000/hook?x=1",
    description: "Chat",
    filterTypes: ["comment.add", "user.add"],
    channels: ["organization:acme", "document:a/b"],
    disabled: true,
    rateLimit: 5,
    uid: "__proto__",
    metadata: { constructor: "a", toString: "b" },
  };
  const { data } = await w.ok(path, input);
  expect({ ...data, ...input }).toStrictEqual(data);
});

test("a new endpoint receives events from the moment it is created", async () => {
  const w = await world();
  await enableWebhooks(w);
  await w.ok(path, { url, filterTypes: ["webhook.endpoint_disabled"] });
  await w.ok(path, { url: "https://user:secret@gone.example.com/" });
  w.receivers.answer = (call) => ({ status: call.url.includes("gone") ? 410 : 200, body: "" });
  const { data } = await w.ok("/v2/workspace/advancedwebhook/endpoints/get", {});
  const gone = data.endpoints.find((one: { url: string }) => one.url.includes("gone"));
  await w.ok("/v2/workspace/advancedwebhook/endpoints/test", { endpointId: gone.id });
  await w.drain();
  expect(w.receivers.calls.map(({ json }) => json.event)).toStrictEqual(["comment.add", "webhook.endpoint_disabled"]);
  expect(w.receivers.calls[1]?.json.data.url).toBe("https://*****@gone.example.com/");
});

test("before advanced webhooks are enabled there are no endpoints", async () => {
  const w = await world();
  const { status, message } = await w.fails(path, { url });
  expect(status).toBe("FAILED_PRECONDITION");
  expect(message).toMatch(/^Advanced webhooks are not configured for this workspace\. Enable them first via POST/);
});

const refused: [field: string, value: unknown, says: string][] = [
  ["url", "ftp://example.com", "data.url must be a valid http(s) URL."],
  ["url", "example.com", "data.url must be a valid http(s) URL."],
  ["filterTypes", [], "data.filterTypes must not be empty."],
  ["filterTypes", ["comment.add", "comment.adds"], 'data.filterTypes[1] is "comment.adds", which is no event type.'],
  ["channels", [], "data.channels must not be empty."],
  ["channels", Array(11).fill("organization:a"), "data.channels must have at most 10 items."],
  ["rateLimit", 0, "data.rateLimit must be at least 1."],
  ["rateLimit", 1.5, "data.rateLimit must be a whole number."],
  ["metadata", { a: 1 }, "data.metadata.a must be a string, not a number."],
];
for (const [field, value, says] of refused)
  test(`${field} ${JSON.stringify(value).slice(0, 40)} is refused by name`, async () => {
    const w = await world();
    await enableWebhooks(w);
    const { status, message } = await w.fails(path, { url, [field]: value });
    expect(status).toBe("INVALID_ARGUMENT");
    expectWithContext(message.startsWith(says), message).toBeTruthy();
  });

test("a uid that is in use, and the endpoint after the hundredth, are refused", async () => {
  const w = await world();
  await enableWebhooks(w);
  await w.ok(path, { url, uid: "mine" });
  expect((await w.fails(path, { url, uid: "mine" })).status).toBe("ALREADY_EXISTS");
  for (let n = 1; n < MAX_ENDPOINTS; n++) await w.ok(path, { url });
  expect((await w.fails(path, { url })).status).toBe("RESOURCE_EXHAUSTED");
});

testRoundTrip(path, "a webhook endpoint", {
  fields: {
    url: fc.webUrl(),
    filterTypes: fc.subarray(["comment.add", "user.add", "crdt.add"], { minLength: 1 }),
    metadata: fc.dictionary(fc.constantFrom("constructor", "toString", "team", "é"), fc.string({ unit: "grapheme" })),
  },
  before: (w) => w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }),
  read: async (w) => (await w.ok("/v2/workspace/advancedwebhook/endpoints/get", {})).data.endpoints,
  owned: ["id", "disabledReason", "createdAt", "updatedAt"],
});
