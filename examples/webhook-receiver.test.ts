import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleServer, startExample, startsLikeAnyProgram } from "./testing/running-example.ts";

const program = "webhook-receiver.ts";

test("the receiver prints what the server tells, refuses what others send, and takes its webhook away", async (t) => {
  const { atrium, environment } = await exampleServer(t);
  const receiving = startExample(t, program, ["--port", "0", "document.add"], environment);
  const [, url = ""] = await receiving.prints(/^(http:\S+) hears of document\.add$/m);

  const forged = JSON.stringify({ event: "document.add", data: { documentName: "Forged" } });
  const now = String(Math.floor(Date.now() / 1000));
  const signed = { "webhook-id": "evt_1", "webhook-timestamp": now, "webhook-signature": `v1,${"A".repeat(43)}=` };
  for (const headers of [{}, signed]) {
    const response = await fetch(url, { method: "POST", headers, body: forged });
    assert.equal(response.status, 401);
  }
  // It may be cut off before it has sent all.
  await fetch(url, { method: "POST", body: "x".repeat(5_000_000) }).catch(() => undefined);
  await receiving.prints(/^Failed: The body is too large\.$/m);

  const documents = [{ documentId: "homepage", documentName: "Home" }];
  await atrium.organizations.documents.add({ organizationId: "acme", createOrganization: true, documents });
  const [, told = ""] = await receiving.prints(/^\S+Z document\.add (.*)$/m);
  const { documentName, metadata } = JSON.parse(told);
  assert.deepEqual([documentName, metadata.documentId], ["Home", "homepage"]);
  assert.doesNotMatch(receiving.printed, /Forged|organization\.add/);
  assert.equal(receiving.complaints.match(/^Refused: /gm)?.length, 2);

  assert.equal((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints.length, 1);
  assert.equal(await receiving.interrupt(), 0);
  assert.deepEqual((await atrium.workspace.advancedwebhook.endpoints.get()).data.endpoints, []);
});

test("the receiver shows a message that comes twice once", async (t) => {
  const { atrium, environment } = await exampleServer(t);
  const receiving = startExample(t, program, ["--port", "0"], environment);
  await receiving.prints(/ hears of everything$/m);
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
  assert.equal(receiving.printed.match(/ document\.add /g)?.length, 2);
  assert.equal(await receiving.interrupt(), 0);
});

test("the receiver says what it is, what it needs and which event is none", async (t) => {
  await startsLikeAnyProgram(t, program);
  const { environment } = await exampleServer(t);
  const mistaken = startExample(t, program, ["--port", "0", "comment.added"], environment);
  assert.equal(await mistaken.ends(), 1);
  assert.match(mistaken.complaints, /"comment\.added", which is no event type/);
});
