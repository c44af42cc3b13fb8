import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import { serveFunction } from "#testing/cloud/function-server";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { ensure } from "#testing/harness/jest/ensure";
import { credentialHeaders, type World, world } from "#testing/harness/world";
import type { CloudService } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";

const MIB = 1024 * 1024;
const path = "/v2/users/add";
const users = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });

/** Serves `/v2/users/add` as a function with a process of its own. @returns its host and port, and the credentials. */
async function serveUsersAdd(w: World) {
  const entry = endpointTable[path];
  ensure(entry);
  const service = async () => ({ context: w.context }) as CloudService;
  const server = await serveFunction(declaredFunction(path, entry, { service, isOwn: true }));
  onTestFinished(() => server.close());
  return { url: server.url, headers: { "content-type": "application/json", ...credentialHeaders(w.tenant) } };
}

/** Opens a connection to a function. @returns what sends text over it, and what waits for the status of a reply. */
async function connectTo({ url, headers }: Awaited<ReturnType<typeof serveUsersAdd>>) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => socket.destroy());
  let received = "";
  let statuses: string[] = [];
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
    statuses = received.match(/^HTTP\/1\.1 \d+/gm) ?? [];
  });
  const fields = Object.entries(headers).map((field) => field.join(": "));
  const begin = (announcement: string) =>
    socket.write(["POST / HTTP/1.1", "host: atrium", ...fields, announcement, "", ""].join("\r\n"));
  const reply = async (index: number) => {
    while (!statuses[index]) await once(socket, "data");
    return statuses[index];
  };
  return { socket, begin, reply };
}

test("a body that is announced as too large is refused before a byte of it has arrived", async () => {
  const { begin, reply } = await connectTo(await serveUsersAdd(await world()));
  begin(`content-length: ${12 * MIB}`);
  expect(await reply(0)).toBe("HTTP/1.1 413");
});

test("after a refused body of any size, the connection serves the next request", async () => {
  const { socket, begin, reply } = await connectTo(await serveUsersAdd(await world()));
  const sendUsers = () => {
    begin(`content-length: ${users.length}`);
    socket.write(users);
  };
  const spaces = " ".repeat(12 * MIB);
  begin(`content-length: ${spaces.length}`);
  socket.write(spaces);
  sendUsers();
  expect([await reply(0), await reply(1)]).toStrictEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  begin("transfer-encoding: chunked");
  socket.write(`${spaces.length.toString(16)}\r\n${spaces}\r\n0\r\n\r\n`);
  sendUsers();
  expect([await reply(2), await reply(3)]).toStrictEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
});

test("bodies of a function that together exceed the budget are refused with 503, and an answered request releases its share", async () => {
  const w = await world({ settings: { bodyBudget: 500 } });
  const { url, headers } = await serveUsersAdd(w);
  const call = (bytes: number) => fetch(url, { method: "POST", headers, body: users.padEnd(bytes) });
  for (let i = 0; i < 3; i++) expect((await call(400)).status).toBe(200);
  const refused = await call(501);
  expect([refused.status, refused.headers.get("retry-after")]).toStrictEqual([503, "1"]);
  expect(((await refused.json()) as { error: { status: string } }).error.status).toBe("UNAVAILABLE");
  expect((await call(400)).status).toBe(200);
});
