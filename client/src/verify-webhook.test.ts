import { generateKeyPairSync } from "node:crypto";
import { exampleEvent } from "@atrium/functions/domain/events/catalogue";
import { eventTypeNames } from "@atrium/functions/domain/events/types";
import { type BodyForm, webhookBody } from "@atrium/functions/domain/events/webhook-body";
import { newWebhookSecret, signatureHeaders, signingKey } from "@atrium/functions/domain/webhooks/signature";
import { expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { verifyWebhook } from "./verify-webhook.ts";

const NOW = 1731705121;
const now = () => NOW * 1000;
const example = {
  secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
  id: "msg_loFOjxBNrRLzqYUf",
  timestamp: NOW,
  body: '{"event_type":"ping","data":{"success":true}}',
};
const knownHeaders = {
  "webhook-id": example.id,
  "webhook-timestamp": String(NOW),
  "webhook-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
};
const plain: BodyForm = { encodeData: false, encryptData: false, publicKey: "", enableDataProtection: false };
const event = exampleEvent("comment.add", "ak_1", NOW * 1000);

/** The signature headers of a body, as the service creates them. */
function signedHeaders(secrets: string[], body: string, timestamp = NOW): Record<string, string> {
  return signatureHeaders(secrets.map(signingKey), { id: "msg_1", timestamp, body });
}

test("the published example of Standard Webhooks is verified, in every form of headers, body and secret", async () => {
  const bytes = new TextEncoder().encode(example.body);
  const bare = example.secret.slice("whsec_".length);
  const upper = Object.fromEntries(Object.entries(knownHeaders).map(([name, value]) => [name.toUpperCase(), value]));
  for (const headers of [knownHeaders, upper, new Headers(knownHeaders)])
    for (const body of [example.body, bytes, bytes.buffer, Buffer.from(bytes)])
      for (const secret of [example.secret, bare, [newWebhookSecret(), example.secret]])
        expect(await verifyWebhook(headers, body, secret, { now })).toStrictEqual(JSON.parse(example.body));
});

test("signatures of an independent signer are verified, and forgeries that it refuses are refused", async () => {
  const secret = newWebhookSecret();
  const at = new Date();
  const body = webhookBody("evt_1", { ...event, data: { ...event.data, commentText: "Grüße 👋" } }, plain);
  const headers = {
    "webhook-id": "msg_2",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_2", at, body),
  };
  expect(await verifyWebhook(headers, body, secret)).toStrictEqual(new Webhook(secret).verify(body, headers));
  const changes = [
    { "webhook-id": "msg_3" },
    { "webhook-signature": `v1,${"A".repeat(43)}=` },
    { "webhook-signature": "v1a,x v1,!" },
  ];
  for (const change of changes) {
    const changed = { ...headers, ...change };
    expect(() => new Webhook(secret).verify(body, changed)).toThrow();
    await expect(verifyWebhook(changed, body, secret)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringMatching(/No signature/),
    });
  }
  await expect(verifyWebhook(headers, `${body} `, secret)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await expect(verifyWebhook(headers, body, newWebhookSecret())).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("during the rotation of a secret, either secret verifies", async () => {
  const [old, current, strange] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const body = webhookBody("evt_1", event, plain);
  const headers = signedHeaders([current, old], body);
  for (const secret of [old, current])
    expect((await verifyWebhook(headers, body, secret, { now })).event).toBe("comment.add");
  await expect(verifyWebhook(headers, body, strange, { now })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("a message older or newer than five minutes is refused, a message of exactly five minutes is accepted", async () => {
  const at = (seconds: number) =>
    verifyWebhook(knownHeaders, example.body, example.secret, { now: () => (NOW + seconds) * 1000 });
  await at(300);
  await at(-300);
  await expect(at(301)).rejects.toMatchObject({ code: "UNAUTHENTICATED", message: expect.stringMatching(/too old/) });
  await expect(at(-301)).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/from the future/),
  });
  for (const timestamp of ["", "1e9", "soon", "-1"])
    await expect(
      verifyWebhook({ ...knownHeaders, "webhook-timestamp": timestamp }, example.body, example.secret, { now }),
    ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("verifyWebhook reports mistakes of the receiver", async () => {
  const parsed = JSON.parse(example.body);
  await expect(verifyWebhook(knownHeaders, parsed, example.secret, { now })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringMatching(/as received.*before anything parses/),
  });
  await expect(verifyWebhook({}, example.body, example.secret, { now })).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/webhook-id is missing/),
  });
  for (const secret of ["", "whsec_", "not base64!"])
    await expect(verifyWebhook(knownHeaders, example.body, secret, { now })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(/form whsec_/),
    });
});

test("every event of the catalogue comes back as it was sent: plain, encoded and encrypted", async () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKey = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const secret = newWebhookSecret();
  for (const type of eventTypeNames)
    for (const form of [plain, { ...plain, encodeData: true }, { ...plain, encryptData: true, publicKey }]) {
      const sentEvent = exampleEvent(type, "ak_1", NOW * 1000);
      const body = webhookBody("evt_1", sentEvent, form);
      const got = await verifyWebhook(signedHeaders([secret], body), body, secret, { privateKey, now });
      expect(got.event).toBe(type);
      expect(got.data).toStrictEqual(JSON.parse(JSON.stringify(sentEvent.data)));
    }
});

test("an encrypted payload that can't be decrypted fails with an error that says what is missing", async () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKey = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
  const secret = newWebhookSecret();
  const body = webhookBody("evt_1", event, { ...plain, encryptData: true, publicKey });
  const open = (privateKey?: string) => verifyWebhook(signedHeaders([secret], body), body, secret, { privateKey, now });
  await expect(open()).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringMatching(/option privateKey/),
  });
  await expect(open(other.toString())).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringMatching(/belong to the publicKey/),
  });
  await expect(open("nonsense")).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
});
