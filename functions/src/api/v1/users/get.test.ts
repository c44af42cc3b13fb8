import { expect, test } from "@jest/globals";
import { setFeatures } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";

async function addUsers(w: World, count: number): Promise<void> {
  const users = Array.from({ length: count }, (_, i) => ({ userId: `u${String(i).padStart(4, "0")}` }));
  for (let start = 0; start < count; start += 500)
    await w.ok("/v1/users/add", { organizationId: "acme", users: users.slice(start, start + 500) });
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

test("v1 returns the first 1,000 users, and v2 continues from there", async () => {
  const w = await world();
  await addUsers(w, 1100);
  const first = await w.ok("/v1/users/get", { organizationId: "acme", pageSize: 5 });
  expect(first.data.length).toBe(1000);
  const rest = await w.ok("/v2/users/get", { organizationId: "acme", pageToken: first.nextPageToken });
  const ids = new Set([...first.data, ...rest.data].map(({ userId }) => userId));
  expect([rest.data.length, ids.size, rest.nextPageToken]).toStrictEqual([100, 1100, undefined]);
});
