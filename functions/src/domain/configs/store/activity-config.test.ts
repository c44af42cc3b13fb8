import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import { ensure } from "#testing/harness/jest/ensure";
import { world } from "#testing/harness/world";
import { loadActivityConfig } from "./activity-config.ts";
import { updateConfig } from "./configs.ts";

test("activities are mutable by default", async () => {
  const { context, tenant } = await world();
  const apiKey = await findApiKey(context.store, tenant.apiKeyId);
  ensure(apiKey);
  const call: WriteCall = { ...context, requestId: "test", apiKey };
  expect(await loadActivityConfig(context.store, call)).toStrictEqual({ immutable: false, isEnabled: false });
  await updateConfig(call, "activity", () => ({ immutable: true, enabledTime: 5 }));
  const expected = { immutable: true, enabledTime: 5, isEnabled: false };
  expect(await loadActivityConfig(context.store, call)).toStrictEqual(expected);
});
