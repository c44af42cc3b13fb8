import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/server/get";

test("it returns the facts that the host reports, and none if the host reports nothing", async () => {
  const w = await world();
  expect((await w.ok(path, {})).data).toStrictEqual({});
  const facts = { version: "1.2.3", store: "sqlite", startedAt: 5, disk: { data: 1, free: 2, total: 3 } };
  Object.assign(w.context, { describeHost: async () => facts });
  expect((await w.ok(path, {})).data).toStrictEqual(facts);
});
