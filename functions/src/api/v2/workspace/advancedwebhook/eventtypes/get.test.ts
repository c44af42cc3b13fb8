import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypeNames } from "#domain/events/types";
import { world } from "#testing/harness/world";

test("every event type is listed with what it means, its schema and an example body", async () => {
  const w = await world();
  const { data } = await w.ok("/v2/workspace/advancedwebhook/eventtypes/get", {});
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    eventTypeNames,
  );
  const [first] = data;
  assert.equal(first.example.event, first.name);
  assert.equal(first.example.data.metadata.apiKey, w.tenant.apiKeyId);
  assert.equal(first.schema.type, "object");
  assert.ok(first.description.length > 10);
});
