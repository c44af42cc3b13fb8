import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/presence/delete";
const place = { organizationId: "acme", documentId: "plan" };

test("removed users are no longer present, the others are, and removing a user who never was is not an error", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  await w.ok("/v2/presence/add", { ...place, users: [{ userId: "ada" }, { userId: "lin", status: "offline" }] });
  for (let time = 0; time < 2; time++)
    expect(await w.ok(path, { ...place, userIds: ["lin", "nobody"] })).toStrictEqual({
      status: "success",
      message: "Presence deleted successfully.",
      data: { success: true },
    });
  const { data } = await w.ok("/v2/presence/get", place);
  expect(data.map(({ userId }: { userId: string }) => userId)).toStrictEqual(["ada"]);
});

test("a missing document, 501 ids and a repeated id are refused", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  const many = Array.from({ length: 501 }, (_, i) => `u${i}`);
  for (const [input, message] of [
    [{ documentId: "none", userIds: ["ada"] }, "Document does not exist."],
    [{ userIds: many }, "data.userIds must have at most 500 items."],
    [{ userIds: ["ada", "ada"] }, 'data.userIds names "ada" more than once.'],
  ] as const)
    expect((await w.fails(path, { ...place, ...input })).message).toBe(message);
});

test("each user who leaves emits one event, and an absent user none", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  await w.ok("/v2/presence/add", { ...place, users: [{ userId: "ada" }, { userId: "lin", status: "offline" }] });
  await addEndpoint(w, "all");
  w.advance(60_000);
  for (const _ of [1, 2]) await w.ok(path, { ...place, userIds: ["ada", "lin", "nobody"] });
  expect(await eventsSent(w)).toStrictEqual([["presence.delete", { ...place, user: { userId: "lin" } }]]);
});
