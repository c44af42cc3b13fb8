import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 takes the fields wrapped and at the top level, and both write the same live state as v2", async () => {
  const w = await world();
  const place = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  const target = { ...place, liveStateDataId: "cursor" };
  await w.ok("/v2/livestate/broadcast", { ...target, data: { a: { b: 1 } } });
  await w.ok("/v1/livestate/broadcast", { ...target, data: { a: { c: 2 } }, merge: true });
  const raw = JSON.stringify({ ...target, data: { a: { b: null, d: 3 } }, merge: true });
  const { data } = await w.ok("/v1/livestate/broadcast", undefined, { raw });
  assert.deepEqual(data, { success: true });
  const read = await w.ok("/v2/livestate/get", place);
  assert.deepEqual(read.data, [
    { liveStateDataId: "cursor", data: { a: { c: 2, d: 3 } }, lastUpdated: w.context.now() },
  ]);
});
