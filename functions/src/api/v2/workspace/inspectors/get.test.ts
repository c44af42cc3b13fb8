import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

test("a key without inspectors has an empty list", async () => {
  const w = await world();
  expect((await w.ok("/v2/workspace/inspectors/get", {})).data).toStrictEqual([]);
});
