import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 tells what v2 tells of a deletion that was begun in either", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  for (const version of ["v1", "v2"]) {
    const { jobId } = (await w.ok(`/${version}/users/data/delete`, { userIds: ["ada"] })).data;
    await w.drain();
    const told = await w.ok("/v1/users/data/delete/status", { jobId });
    assert.equal(told.data.isDeleteCompleted, true);
    assert.deepEqual(told, await w.ok("/v2/users/data/delete/status", { jobId }));
  }
});
