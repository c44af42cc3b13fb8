import { expect, test } from "@jest/globals";
import { secondProcess } from "#testing/harness/processes/second-process";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/activityconfig/get";

test("a key that was never configured logs no activities", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Activity logs configuration retrieved successfully.");
  expect(data).toStrictEqual({ activityServiceConfig: { isEnabled: false } });
});

test("the console's feature switch and the configuration are one setting, in every process at once", async () => {
  const w = await world();
  const other = secondProcess(w);
  await other.ok(path, {});
  await w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { activityService: true } });
  for (const each of [w, other])
    expect((await each.ok(path, {})).data).toStrictEqual({ activityServiceConfig: { isEnabled: true } });
});
