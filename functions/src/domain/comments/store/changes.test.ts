import { expect, test } from "@jest/globals";
import { commentsDeleted } from "#domain/comments/comment-events";
import { newThread } from "#domain/comments/new-thread";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";
import { deletionBytes } from "./changes.ts";
import { packThread } from "./stored-thread.ts";

const roadmap = { organizationId: "acme", documentId: "roadmap" };

/** A world that counts transactions, with large threads on the roadmap. */
async function largeThreads(count: number): Promise<{ w: World; transactions: () => number }> {
  let transactions = 0;
  const w = await exampleWorld({
    wrapStore: (store) =>
      new Proxy(store, {
        get(target, name) {
          if (name === "transact") transactions++;
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
  });
  for (let i = 0; i < count; i++) {
    const commentData = [{ from: { userId: "ada" }, commentText: "x".repeat(900_000) }];
    const commentAnnotations = [{ annotationId: `t${10 + i}`, commentData }];
    await w.ok("/v2/commentannotations/add", { ...roadmap, commentAnnotations });
  }
  transactions = 0;
  return { w, transactions: () => transactions };
}

for (const filter of [{}, { annotationIds: Array.from({ length: 20 }, (_, i) => `t${29 - i}`) }])
  test(`threads too large for one commit are changed in several commits: ${Object.keys(filter)[0] ?? "all"}`, async () => {
    const { w, transactions } = await largeThreads(20);
    const updatedData = { context: { n: 1 } };
    const { data } = await w.ok("/v2/commentannotations/update", { ...roadmap, ...filter, updatedData });
    expect(Object.keys(data).toSorted()).toStrictEqual(Array.from({ length: 20 }, (_, i) => `t${10 + i}`));
    expect(Object.values(data).every((item) => (item as { success: boolean }).success)).toBe(true);
    expectWithContext(transactions(), `18 MB were written in ${transactions()} transactions`).toBeGreaterThanOrEqual(3);
    const read = await w.ok("/v2/commentannotations/get", { ...roadmap });
    expect(read.data.every((thread: { context?: { n: number } }) => thread.context?.n === 1)).toBeTruthy();
  });

test("two concurrent changes of a thread both take effect", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-1"] };
  await Promise.all(
    [{ context: { a: 1 } }, { priority: null }].map((updatedData) =>
      w.ok("/v2/commentannotations/update", { ...request, updatedData }),
    ),
  );
  const { data } = await w.ok("/v2/commentannotations/get", request);
  expect([data[0].context, data[0].priority]).toStrictEqual([{ a: 1 }, undefined]);
});

for (const [comments, seers] of [
  [1, 0],
  [200, 0],
  [200, 90],
  [201, 90],
  [10_000, 0],
] as const)
  test(`deletionBytes covers the events of ${comments} comments that ${seers || "all"} people may see`, () => {
    const userIds = Array.from({ length: seers }, (_, i) => `user-${i}`.padEnd(40, "x"));
    const visibility = seers > 0 ? { type: "restricted" as const, userIds } : { type: "public" as const };
    const commentData = Array.from({ length: comments }, (_, i) => ({
      commentId: i,
      createdAt: 0,
      lastUpdated: 0,
      from: { userId: "a" },
    }));
    const place = { annotationId: "annotation".repeat(4), documentId: "document".repeat(4) };
    const { thread } = newThread({ commentData, visibility }, { ...place, now: 0 });
    const metadata = { apiKey: "key".repeat(10), organizationId: "company".repeat(4), documentId: place.documentId };
    const events = commentsDeleted(thread).map((event) => ({ ...event, source: "comment", timestamp: 1e12, metadata }));
    expect(deletionBytes(packThread(thread))).toBeGreaterThan(Buffer.byteLength(JSON.stringify(events)));
  });

test("threads with many events are deleted in several transactions, each of which emits its own", async () => {
  const w = await exampleWorld();
  const userIds = Array.from({ length: 90 }, (_, i) => `user-${i}`.padEnd(40, "x"));
  for (let i = 0; i < 12; i++) {
    const commentData = Array.from({ length: 200 }, () => ({ from: { userId: "ada" } }));
    const commentAnnotations = [{ annotationId: `t${i}`, commentData, visibility: { type: "restricted", userIds } }];
    await w.ok("/v2/commentannotations/add", { ...roadmap, commentAnnotations });
  }
  await addEndpoint(w, "all", { rateLimit: 100_000 });
  const { data } = await w.ok("/v2/commentannotations/delete", roadmap);
  expect(Object.keys(data).length).toBe(12);
  const line = w.logged.findLast(({ message }) => message === "request");
  expectWithContext(Number(line?.fields.trips), "12 MB were written in one transaction").toBeGreaterThan(3);
  const emitted = (await eventsSent(w)).map(
    ([type, { annotationId, commentId }]) => `${type} ${annotationId} ${commentId}`,
  );
  expect(new Set(emitted).size).toBe(2400);
  expect(emitted.length).toBe(2400);
});
