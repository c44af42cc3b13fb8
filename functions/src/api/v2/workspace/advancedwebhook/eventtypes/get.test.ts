import { expect, test } from "@jest/globals";
import { eventTypeNames, eventTypesOf } from "#domain/events/types";
import { world } from "#testing/harness/world";

test("every event type is listed with its meaning, its schema and an example body", async () => {
  const w = await world();
  const { data } = await w.ok("/v2/workspace/advancedwebhook/eventtypes/get", {});
  expect(data.map(({ name }: { name: string }) => name)).toStrictEqual(eventTypeNames);
  const [first] = data;
  expect(first.example.event).toBe(first.name);
  expect(first.example.data.metadata.apiKey).toBe(w.tenant.apiKeyId);
  expect(first.schema.type).toBe("object");
  expect(first.description.length > 10).toBe(true);
});

test("each event type says whether this version sends it", async () => {
  const w = await world();
  const { data } = await w.ok("/v2/workspace/advancedwebhook/eventtypes/get", {});
  const never = data.filter(({ isEmitted }: { isEmitted: boolean }) => isEmitted === false);
  expect(never.map(({ name }: { name: string }) => name)).toStrictEqual(eventTypesOf(["huddle", "approval"]));
  expect(data.every(({ isEmitted }: { isEmitted: unknown }) => typeof isEmitted === "boolean")).toBe(true);
});
