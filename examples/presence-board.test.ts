import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { startServer } from "../server/testing/running-server.ts";
import { exampleServer, startExample, startsLikeAnyProgram } from "./testing/running-example.ts";

const program = "presence-board.ts";
const place = { organizationId: "acme", documentId: "homepage" };

test("the board shows who is present as people come, change and leave, also after the server was unreachable", async () => {
  const { atrium, environment, server, dataFolder } = await exampleServer();
  await atrium.organizations.documents.add({
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "homepage", accessType: "restricted" }],
  });
  const lin = { userId: "lin", name: "Lin Wei" };
  await atrium.presence.add({ ...place, users: [{ userId: "ada", name: "Ada", status: "online" }] });
  const board = startExample(program, ["acme", "homepage"], environment);
  await board.prints(/^1 here: Ada \(online\)$/m);
  await atrium.presence.add({ ...place, users: [lin] });
  await board.prints(/^2 here: Ada \(online\), Lin Wei$/m);
  await atrium.presence.update({ ...place, users: [{ ...lin, status: "away" }] });
  await board.prints(/^2 here: Ada \(online\), Lin Wei \(away\)$/m);
  await atrium.presence.update({ ...place, users: [{ userId: "ada", status: "offline" }] });
  await board.prints(/^1 here: Lin Wei \(away\)$/m);
  await atrium.presence.delete({ ...place, userIds: ["lin"] });
  await board.prints(/^0 here$/m);
  await atrium.presence.add({ ...place, users: [{ userId: "eve", name: "Eve\u001b[2J\u009b1m\u202e\n9 here" }] });
  await board.prints(/^1 here: Eve�\[2J�1m��9 here$/m);
  await atrium.presence.delete({ ...place, userIds: ["eve"] });
  await board.prints(/^0 here$/m);

  await server.end();
  await board.prints(/^The server is shutting down/m);
  const again = await startServer(dataFolder, { PORT: new URL(server.url).port });
  onTestFinished(() => again.end());
  await atrium.presence.add({ ...place, users: [{ userId: "grace" }] });
  await board.prints(/^1 here: grace$/m);
  expect(await board.interrupt()).toBe(0);
});

test("the board explains what it does and needs, and refuses a document that does not exist", async () => {
  await startsLikeAnyProgram(program, ["acme", "homepage"]);
  const { environment } = await exampleServer();
  const board = startExample(program, ["acme", "gone"], environment);
  expect(await board.ends()).toBe(1);
  expect(board.complaints).toMatch(/does not exist/);
});
