import { expect, test } from "@jest/globals";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { START, world } from "#testing/harness/world";

const path = "/v2/users/data/delete/status";

test("a waiting deletion reports all its tasks as left; a completed one reports none and its time", async () => {
  const w = await world();
  for (const organizationId of ["acme", "globex"])
    await w.ok("/v2/users/add", { organizationId, users: [{ userId: "ada" }] });
  const { start } = w.context.queue;
  w.context.queue.start = async () => {};
  const { jobId } = (await w.ok("/v2/users/data/delete", { userIds: ["ada"] })).data;
  w.context.queue.start = start;
  expect(await w.ok(path, { jobId })).toStrictEqual({
    status: "success",
    message: "Data fetched successfully.",
    data: { isDeleteCompleted: false, tasksLeft: 2, lastTaskCompletedTime: null },
  });
  w.advance(5000);
  await w.drain();
  const { data } = await w.ok(path, { jobId });
  expect(data).toStrictEqual({ isDeleteCompleted: true, tasksLeft: 0, lastTaskCompletedTime: START + 5000 });
});

test("a deletion that is partly done reports how many tasks are left", async () => {
  const w = await world();
  await w.context.store.commit([
    {
      op: "create",
      path: `${apiKeyPath(w.tenant.apiKeyId)}/dataDeletions/d`,
      data: { createdAt: START, tasksCount: 9, tasksLeft: 4, lastTaskCompletedTime: START + 1, userIds: ["ada"] },
    },
  ]);
  const { data } = await w.ok(path, { jobId: "d" });
  expect(data).toStrictEqual({ isDeleteCompleted: false, tasksLeft: 4, lastTaskCompletedTime: START + 1 });
});

test("an unknown job and one of another tenant are both NOT_FOUND", async () => {
  const w = await world();
  const { jobId } = (await w.ok("/v2/users/data/delete", { userIds: ["ada"] })).data;
  const tenant = await w.newTenant();
  const unknown = await w.fails(path, { jobId: "none" });
  const foreign = await w.fails(path, { jobId }, { tenant });
  for (const { status, message } of [unknown, foreign])
    expect([status, message]).toStrictEqual(["NOT_FOUND", "Data deletion does not exist."]);
});
