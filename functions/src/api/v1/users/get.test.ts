import { expect, test } from "@jest/globals";
import { setFeatures } from "#testing/harness/example-world";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

/** Adds users. @returns their ids. */
async function addUsers(w: World, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, i) => ({ userId: `u${String(i).padStart(4, "0")}` }));
  for (let start = 0; start < count; start += 500)
    await w.ok("/v1/users/add", { organizationId: "acme", users: users.slice(start, start + 500) });
  return users.map(({ userId }) => userId);
}

test("v1 returns e-mail, name, id and initial, but no role, also without advanced queries", async () => {
  const w = await world();
  await w.ok("/v1/users/add", {
    organizationId: "acme",
    users: [{ userId: "ada", name: "Ada", email: "ada@example.com" }, { userId: "lin" }],
  });
  await w.ok("/v2/users/update", { organizationId: "acme", users: [{ userId: "lin", accessRole: "viewer" }] });
  const off = {
    advancedQueries: false,
    activityService: false,
    notificationPreferences: false,
    advancedWebhooks: false,
  };
  await setFeatures(w, w.tenant, off);
  expect(await w.ok("/v1/users/get", { organizationId: "acme" })).toStrictEqual({
    status: "success",
    message: "User(s) retrieved successfully.",
    data: [
      { email: "ada@example.com", name: "Ada", userId: "ada", initial: "A" },
      { email: "", name: "", userId: "lin" },
    ],
  });
  const { data } = await w.ok("/v1/users/get", { organizationId: "acme", userIds: ["lin"] });
  expect(data).toStrictEqual([{ email: "", name: "", userId: "lin" }]);
  expect((await w.fails("/v2/users/get", { organizationId: "acme" })).status).toBe("FAILED_PRECONDITION");
});

test("v1 returns users in pages of 1,000", async () => {
  const w = await world();
  await addUsers(w, 1100);
  const first = await w.ok("/v1/users/get", { organizationId: "acme", pageSize: 5 });
  expect(first.data.length).toBe(1000);
  const rest = await w.ok("/v1/users/get", { organizationId: "acme", pageToken: first.nextPageToken });
  const ids = new Set([...first.data, ...rest.data].map(({ userId }) => userId));
  expect([rest.data.length, ids.size, rest.nextPageToken]).toStrictEqual([100, 1100, undefined]);
});

testPaging("/v1/users/get", "an organization's users", {
  query: { organizationId: "acme" },
  crowd: (w) => addUsers(w, 998),
  insert: (w, userId) => w.ok("/v1/users/add", { organizationId: "acme", users: [{ userId }] }),
  remove: (w, userId) => w.ok("/v1/users/delete", { organizationId: "acme", userIds: [userId] }),
  ids: idsBy("userId"),
});
