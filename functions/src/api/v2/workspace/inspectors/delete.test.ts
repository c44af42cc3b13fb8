import { expect, test } from "@jest/globals";
import { receive } from "#domain/webhooks/store/inspectors";
import { dump } from "#testing/harness/store/store-dump";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/inspectors/delete";

test("deleting an inspector deletes what it has received, and it receives nothing more", async () => {
  const w = await world();
  const { inspectorId } = (await w.ok("/v2/workspace/inspectors/create", {})).data;
  const place = { apiKeyId: w.tenant.apiKeyId, inspectorId };
  const arriving = { headers: {}, body: Buffer.from("{}") };
  await receive(w.context, place, arriving);
  await w.ok(path, { inspectorId });
  await receive(w.context, place, arriving);
  expect(Object.keys(await dump(w.context.store)).filter((each) => each.includes("/inspect"))).toStrictEqual([]);
  expect((await w.fails(path, { inspectorId })).message).toBe("Inspector does not exist.");
});
