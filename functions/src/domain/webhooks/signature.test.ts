import { expect, test } from "@jest/globals";
import { newWebhookSecret, type SignedContent, signatureHeaders, signingKey } from "./signature.ts";

const example = {
  secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
  signed: { id: "msg_loFOjxBNrRLzqYUf", timestamp: 1731705121, body: '{"event_type":"ping","data":{"success":true}}' },
  signature: "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
};

const headersOf = (secrets: string[], signed: SignedContent) => signatureHeaders(secrets.map(signingKey), signed);

test("the published example of Standard Webhooks is reproduced", () => {
  expect(headersOf([example.secret], example.signed)).toStrictEqual({
    "webhook-id": "msg_loFOjxBNrRLzqYUf",
    "webhook-timestamp": "1731705121",
    "webhook-signature": example.signature,
  });
});

test("while two secrets are valid there is a signature with each, the current one first", () => {
  const current = newWebhookSecret();
  const both = headersOf([current, example.secret], example.signed)["webhook-signature"]?.split(" ") ?? [];
  expect(both.length).toBe(2);
  expect(both[0]).toBe(headersOf([current], example.signed)["webhook-signature"]);
  expect(both[1]).toBe(example.signature);
});

test("a change of the id, the time or the body changes the signature", () => {
  const changes = [{ id: "msg_2" }, { timestamp: 1731705122 }, { body: "{}" }];
  for (const change of changes)
    expect(headersOf([example.secret], { ...example.signed, ...change })["webhook-signature"]).not.toBe(
      example.signature,
    );
});

test("secrets have 24 bytes and differ", () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  for (const secret of secrets) expect(Buffer.from(secret.slice("whsec_".length), "base64").length).toBe(24);
  expect(new Set(secrets).size).toBe(100);
});
