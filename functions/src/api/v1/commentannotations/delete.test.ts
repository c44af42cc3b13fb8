import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const homepage = { organizationId: "acme", documentId: "homepage" };

test("v1 deletes threads as v2 does, and knows no filters by agent", async () => {
  const w = await exampleWorld();
  const { message, data } = await w.ok("/v1/commentannotations/delete", {
    ...homepage,
    userIds: ["ada"],
    agentId: "nobody",
  });
  expect(message).toBe("Annotations deleted successfully.");
  const gone = (id: string) => ({ success: true, id, message: "Deleted Successfully" });
  expect(data).toStrictEqual({ "ann-1": gone("ann-1"), headline: gone("headline") });
  expect((await w.ok("/v2/commentannotations/get", homepage)).data.length).toBe(2);
});
