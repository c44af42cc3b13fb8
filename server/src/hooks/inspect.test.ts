import { connect, type Socket } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { createHttpServer } from "../http-server.ts";

test("a request to an inspector's address is shown there, and callers learn nothing about other inspectors", async () => {
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
  const [knownReply, unknown, , odd] = replies.map(({ statusCode, body, headers: { "content-type": type } }) => [
    ...[statusCode, body, type],
  ]);
  expect([knownReply, unknown, odd]).toStrictEqual(Array(3).fill([204, "", undefined]));
  for (const url of [path, "/hooks/inspect/"]) {
    const read = await app.inject({ url });
    expect([read.statusCode, read.json().error.details.hint]).toStrictEqual([405, expect.stringMatching(/console/)]);
  }
  expect((await post(path, "x".repeat(1024 * 1024 + 1))).statusCode).toBe(413);
  const { data } = await w.ok("/v2/workspace/inspectors/requests/get", { inspectorId });
  expect(data).toMatchObject([{ number: 1, body: '{"event":"comment.add"}' }]);
  expect(JSON.stringify(w.logged)).not.toContain(inspectorId);
});

test("a request to an address without an inspector is not read, and an inspector accepts at most as many requests as a user may send", async () => {
  const w = await world({ rateLimits: { user: 2 } });
  const app = createHttpServer(w.context);
  onTestFinished(() => app.close());
  const { inspectorId, path } = (await w.ok("/v2/workspace/inspectors/create", {})).data;
  const post = async (url: string) => (await app.inject({ method: "POST", url, payload: "{}" })).statusCode;
  expect([await post(path), await post(path), await post(path)]).toStrictEqual([204, 204, 429]);
  const unknown = path.replace(inspectorId, "ins_0000000000000000000000");
  const tooLarge = await app.inject({ method: "POST", url: unknown, payload: "x".repeat(2 * 1024 * 1024) });
  expect(tooLarge.statusCode).toBe(204);
  expect([await post(unknown), await post(unknown), await post(unknown)]).toStrictEqual([204, 204, 204]);
});

test("bodies that arrive slowly for an inspector leave room for the bodies of other requests", async () => {
  const w = await world();
  const app = createHttpServer(w.context);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return app.close();
  });
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const { path } = (await w.ok("/v2/workspace/inspectors/create", {})).data;
  const answers: string[] = [];
  // Requests beyond the limit of 16 are answered while the others wait for the rest of their bodies.
  await new Promise<void>((resolve) => {
    for (let i = 0; i < 40; i++) {
      const socket = connect(Number(port), "127.0.0.1");
      sockets.push(socket);
      socket
        .on("error", () => undefined)
        .once("data", (reply) => {
          answers.push(reply.toString().split("\r\n", 1)[0] ?? "");
          if (answers.length === 24) resolve();
        });
      socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1048576\r\n\r\n${"x".repeat(1000)}`);
    }
  });
  expect(answers).toStrictEqual(Array(24).fill("HTTP/1.1 503 Service Unavailable"));
});
