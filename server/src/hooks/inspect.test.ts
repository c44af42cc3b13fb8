import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../http-server.ts";

test("a request to the address of an inspector is shown there, and callers learn nothing about others", async () => {
  const w = await world();
  const app = createHttpServer(w.context);
  onTestFinished(() => app.close());
  const { inspectorId, path } = (await w.ok("/v2/workspace/inspectors/create", {})).data;
  const post = (url: string, payload: string) => app.inject({ method: "POST", url, payload });
  const replies = [
    await post(path, '{"event":"comment.add"}'),
    await post(path.replace(inspectorId, "ins_0000000000000000000000"), "{}"),
    await post("/hooks/inspect/../../v2", "{}"),
    await post("/hooks/inspect/x", "{}"),
  ];
  const [known, unknown, , odd] = replies.map(({ statusCode, body, headers: { "content-type": type } }) => [
    ...[statusCode, body, type],
  ]);
  expect([known, unknown, odd]).toStrictEqual(Array(3).fill([204, "", undefined]));
  for (const url of [path, "/hooks/inspect/"]) {
    const read = await app.inject({ url });
    expect([read.statusCode, read.json().error.details.hint]).toStrictEqual([405, expect.stringMatching(/console/)]);
  }
  expect((await post(path, "x".repeat(1024 * 1024 + 1))).statusCode).toBe(413);
  const { data } = await w.ok("/v2/workspace/inspectors/requests/get", { inspectorId });
  expect(data).toMatchObject([{ number: 1, body: '{"event":"comment.add"}' }]);
  expect(JSON.stringify(w.logged)).not.toContain(inspectorId);
});
