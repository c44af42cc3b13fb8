import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const managing: [path: string, request: object][] = [
  ["endpoints/update", { description: "All comments" }],
  ["endpoints/delete", {}],
  ["endpoints/secret/get", {}],
  ["endpoints/secret/rotate", {}],
  ["endpoints/test", {}],
  ["deliveries/recover", { since: "2026-01-01T00:00:00Z" }],
];
const config = "/v2/workspace/advancedwebhookconfig/update";
const how = 'via POST /v2/workspace/advancedwebhookconfig/update with { "isEnabled": true }.';

for (const [name, request] of managing)
  test(`${name} requires advanced webhooks to be on before it looks up an endpoint`, async () => {
    const w = await world();
    const path = `/v2/workspace/advancedwebhook/${name}`;
    const refusal = async () => {
      const { status, message } = await w.fails(path, { endpointId: "nobody", ...request });
      return [status, message];
    };
    const never = `Advanced webhooks are not configured for this workspace. Enable them first ${how}`;
    expect(await refusal()).toStrictEqual(["FAILED_PRECONDITION", never]);
    await w.ok(config, { isEnabled: true });
    expect(await refusal()).toStrictEqual(["NOT_FOUND", expect.any(String)]);
    await w.ok(config, { isEnabled: false });
    const off = `Advanced webhooks are disabled for this workspace. Enable them ${how}`;
    expect(await refusal()).toStrictEqual(["FAILED_PRECONDITION", off]);
  });
