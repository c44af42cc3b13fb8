import { expect, test } from "@jest/globals";
import { exampleServer, explainsTakenPort, startExample, startsLikeAnyProgram } from "./testing/running-example.ts";

const program = "webhook-receiver.ts";

test("the receiver prints the server's events, refuses messages from others, and removes its webhook at the end", async () => {
  const { atrium, environment } = await exampleServer();
  const receiving = startExample(program, ["--port", "0", "document.add"], environment);
  const [, url = ""] = await receiving.prints(/^(http:\S+) receives document\.add$/m);

  const forged = JSON.stringify({ event: "document.add", data: { documentName: "Forged" } });
  const now = String(Math.floor(Date.now() / 1000));
  const signed = { "webhook-id": "evt_1", "webhook-timestamp": now, "webhook-signature": `v1,${"A".repeat(43)}=` };
  for (const headers of [{}, signed]) {
    const response = await fetch(url, { method: "POST", headers, body: forged });
    expect(response.status).toBe(401);
  }
  // The receiver may close the connection before everything is sent.
  await fetch(url, { method: "POST", body: "x".repeat(5_000_000) }).catch(() => undefined);
  await receiving.prints(/^Failed: The body is too large\.$/m);

  const documents = [{ documentId: "homepage", documentName: "Home\u009b2J" }];
  await atrium.organizations.documents.add({ organizationId: "acme", createOrganization: true, documents });
  const [, line = ""] = await receiving.prints(/^\S+Z document\.add (.*)$/m);
  const { documentName, metadata } = JSON.parse(line);
  expect([documentName, metadata.documentId]).toStrictEqual(["Home�2J", "homepage"]);
  expect(receiving.printed).not.toMatch(/Forged|organization\.add/);
  expect(receiving.complaints.match(/^Refused: /gm)?.length).toBe(2);

  expect((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints.length).toBe(1);
  expect(await receiving.interrupt()).toBe(0);
  expect((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints).toStrictEqual([]);
});

test("the receiver prints a message only once if it arrives twice", async () => {
  const { atrium, environment } = await exampleServer();
  const receiving = startExample(program, ["--port", "0"], environment);
  await receiving.prints(/ receives everything$/m);
  const add = (documentId: string) =>
    atrium.organizations.documents.add({
      organizationId: "acme",
      createOrganization: true,
      documents: [{ documentId }],
    });
  await add("one");
  await receiving.prints(/ document\.add .*"documentId":"one"/);
  const { deliveries } = atrium.workspace.advancedwebhook;
  for (const { deliveryId } of await Array.fromAsync(deliveries.get.each())) await deliveries.resend({ deliveryId });
  await add("two");
  await receiving.prints(/ document\.add .*"documentId":"two"/);
  expect(receiving.printed.match(/ document\.add /g)?.length).toBe(2);
  expect(await receiving.interrupt()).toBe(0);
});

test("when it refuses a message, the receiver names the endpoints with the same address that may have sent it", async () => {
  const { atrium, environment } = await exampleServer();
  const { endpoints } = atrium.workspace.advancedwebhook;
  const first = startExample(program, ["--port", "0"], environment);
  const [, url = ""] = await first.prints(/^(http:\S+) receives everything$/m);
  await fetch(url, { method: "POST", body: "{}" });
  const [own] = (await endpoints.get()).data.endpoints;
  await first.prints(
    new RegExp(`^Refused: .* Only messages of endpoint ${own?.id}, .* another API key, or of an earlier run\\?$`, "m"),
  );
  // A killed receiver leaves its endpoint behind.
  await first.kill();

  const second = startExample(program, ["--port", new URL(url).port], environment);
  await second.prints(/ receives everything$/m);
  await endpoints.test({ endpointId: own?.id ?? "", eventType: "comment.add" });
  await second.prints(
    new RegExp(
      `^Refused: .* deliver to the same address: ${own?.id} \\(${url}\\)\\. Delete them with .* another --port\\.$`,
      "m",
    ),
  );
  expect(await second.interrupt()).toBe(0);
});

test("the receiver explains what it does and needs, and refuses an unknown event", async () => {
  await startsLikeAnyProgram(program);
  const { environment } = await exampleServer();
  const mistaken = startExample(program, ["--port", "0", "comment.added"], environment);
  expect(await mistaken.ends()).toBe(1);
  expect(mistaken.complaints).toMatch(/"comment\.added", which is no event type/);
});

test("if its port is taken, the receiver says what to do", async () => {
  await explainsTakenPort(program);
});
