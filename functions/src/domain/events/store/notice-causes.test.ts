import { expect, test } from "@jest/globals";
import { callOf } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";
import { writeCauses } from "./notice-causes.ts";
import type { NewEvent } from "./outbox.ts";

const place = { organizationId: "acme", documentId: "plan" };

/** The event of a deleted thread in which 200 people took part. */
function deletion(annotationId: string): NewEvent {
  const subscribedUserIds = Array.from({ length: 200 }, (_, i) => `${i}`.padStart(400, "0"));
  const thread = { from: { userId: "ada" }, visibility: { type: "public" }, unsubscribedUserIds: [] };
  return { type: "comment.delete", ...place, notice: { annotationId, ended: { ...thread, subscribedUserIds } } };
}

test("causes that are too large for one task are split over several, each cause in exactly one", async () => {
  const w = await world();
  const call = await callOf(w);
  const ids = Array.from({ length: 12 }, (_, i) => `ann-${i}`);
  const notified = new Set(["comment.delete"] as const);
  const tasks = await call.store.transact(async (tx) => writeCauses(tx, call, ids.map(deletion), notified));
  const texts = tasks.map(({ payload }) => String(payload.causes));
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(500_000);
  expect(texts.flatMap((text) => JSON.parse(text)).map(({ annotationId }) => annotationId)).toStrictEqual(ids);
});
