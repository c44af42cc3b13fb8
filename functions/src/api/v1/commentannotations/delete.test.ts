import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";

const homepage = { organizationId: "acme", documentId: "homepage" };

test("v1 deletes threads as v2 does, and refuses filters by agent", async () => {
  const w = await exampleWorld();
  const byAgent = { ...homepage, userIds: ["ada"], agentId: "nobody" };
  const refusal = await w.fails("/v1/commentannotations/delete", byAgent);
  expect(refusal.message).toBe("data.agentId is not a field of this endpoint, which accepts no others.");
  const { message, data } = await w.ok("/v1/commentannotations/delete", { ...homepage, userIds: ["ada"] });
  expect(message).toBe("Annotations deleted successfully.");
  const gone = (id: string) => ({ success: true, id, message: "Deleted Successfully" });
  expect(data).toStrictEqual({ "ann-1": gone("ann-1"), headline: gone("headline") });
  expect((await w.ok("/v2/commentannotations/get", homepage)).data.length).toBe(2);
});
