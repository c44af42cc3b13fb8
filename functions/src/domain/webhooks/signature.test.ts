import assert from "node:assert/strict";
import { test } from "node:test";
import { newWebhookSecret, type Signed, signatureHeaders, signingKey } from "./signature.ts";

const known = {
  secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
  signed: { id: "msg_loFOjxBNrRLzqYUf", timestamp: 1731705121, body: '{"event_type":"ping","data":{"success":true}}' },
  signature: "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
};

const headersOf = (secrets: string[], signed: Signed) => signatureHeaders(secrets.map(signingKey), signed);

test("the published example of Standard Webhooks comes out", () => {
  assert.deepEqual(headersOf([known.secret], known.signed), {
    "webhook-id": "msg_loFOjxBNrRLzqYUf",
    "webhook-timestamp": "1731705121",
    "webhook-signature": known.signature,
  });
});

test("while two secrets are valid there is a signature of each, the current one first", () => {
  const current = newWebhookSecret();
  const both = headersOf([current, known.secret], known.signed)["webhook-signature"]?.split(" ") ?? [];
  assert.equal(both.length, 2);
  assert.equal(both[0], headersOf([current], known.signed)["webhook-signature"]);
  assert.equal(both[1], known.signature);
});

test("a change of the id, the time or the body changes the signature", () => {
  const changes = [{ id: "msg_2" }, { timestamp: 1731705122 }, { body: "{}" }];
  for (const change of changes)
    assert.notEqual(headersOf([known.secret], { ...known.signed, ...change })["webhook-signature"], known.signature);
});

test("secrets have 24 bytes and differ", () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  for (const secret of secrets) assert.equal(Buffer.from(secret.slice("whsec_".length), "base64").length, 24);
  assert.equal(new Set(secrets).size, 100);
});
