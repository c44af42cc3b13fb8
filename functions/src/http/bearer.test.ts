import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleWorld } from "#testing/example-world";

const place = { organizationId: "acme", documentId: "homepage" };

test("a user reads and writes with a token where its role allows it", async () => {
  const w = await exampleWorld();
  const lin = await w.token("lin");
  const { data } = await w.ok("/v2/presence/get", place, { token: lin });
  assert.ok(Array.isArray(data));
  await w.ok("/v2/presence/add", { ...place, users: [{ status: "online" }] }, { token: lin });
  const seen = await w.ok("/v2/presence/get", { ...place, userIds: ["lin"] }, { token: lin });
  assert.equal(seen.data[0].name, "lin of the token");
  const stranger = await w.token("nobody");
  await w.ok("/v2/presence/get", place, { token: stranger });
  const refused = await w.fails("/v2/presence/add", { ...place, users: [{}] }, { token: stranger });
  assert.deepEqual(
    [refused.http, refused.status, refused.message],
    [403, "PERMISSION_DENIED", "User may not write to the document."],
  );
  assert.match(refused.details.access, /public/);
});
