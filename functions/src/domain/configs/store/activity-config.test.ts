import assert from "node:assert/strict";
import { test } from "node:test";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import { world } from "#testing/harness/world";
import { loadActivityConfig } from "./activity-config.ts";
import { updateConfig } from "./configs.ts";

test("activities are mutable until the configuration says otherwise", async () => {
  const { context, tenant } = await world();
  const apiKey = await findApiKey(context.store, tenant.apiKeyId);
  assert.ok(apiKey);
  const call: WriteCall = { ...context, requestId: "test", apiKey };
  assert.deepEqual(await loadActivityConfig(context.store, call), { immutable: false, isEnabled: false });
  await updateConfig(call, "activity", () => ({ immutable: true, enabledTime: 5 }));
  const expected = { immutable: true, enabledTime: 5, isEnabled: false };
  assert.deepEqual(await loadActivityConfig(context.store, call), expected);
});
