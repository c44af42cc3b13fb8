import { expect, test } from "@jest/globals";
import { allFeatures, exampleWorld, setFeatures } from "#testing/harness/example-world";

const path = "/v1/notifications/get";

test("the newest notifications are returned in one page, whatever order and page size are requested, also without advanced queries", async () => {
  const w = await exampleWorld();
  await setFeatures(w, w.tenant, { ...allFeatures, advancedQueries: false });
  const { data, pageToken } = await w.ok(path, { organizationId: "acme", userId: "ada", order: "asc", pageSize: 1 });
  expect(data.map(({ id }: { id: string }) => id)).toStrictEqual(["welcome", "draft-ready", "old-news"]);
  expect(pageToken).toBeUndefined();
});
