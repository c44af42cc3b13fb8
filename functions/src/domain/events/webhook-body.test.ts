import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from "node:crypto";
import { expect, test } from "@jest/globals";
import { withoutPersonalData } from "./data-protection.ts";
import { type BodyForm, webhookBody } from "./webhook-body.ts";
import type { WebhookEvent } from "./webhook-event.ts";

const plain: BodyForm = { encodeData: false, encryptData: false, publicKey: "", enableDataProtection: false };
const event: WebhookEvent = {
  type: "comment_annotation.status_change",
  source: "comment",
  timestamp: 1767603600000,
  data: {
    actionUser: { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" },
    annotationId: "ann_1",
    newStatus: { id: "RESOLVED", name: "Resolved", type: "terminal" },
    metadata: { apiKey: "ak_1", organizationId: "acme", documentId: "homepage" },
  },
};

test("a body contains the event type, its time, its subject and the message id", () => {
  expect(JSON.parse(webhookBody("msg_1", event, plain))).toStrictEqual({
    event: "comment_annotation.status_change",
    actionType: "statusChange",
    source: "comment",
    platform: "rest",
    webhookId: "msg_1",
    timestamp: 1767603600000,
    data: event.data,
  });
});

test("an encoded body contains the plain one in base64", () => {
  const { encodedPayload, ...rest } = JSON.parse(webhookBody("msg_1", event, { ...plain, encodeData: true }));
  expect(rest).toStrictEqual({});
  expect(Buffer.from(encodedPayload, "base64").toString()).toBe(webhookBody("msg_1", event, plain));
});

test("an encrypted body can be decrypted with the private key, even when encoding is on", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const form = { ...plain, encodeData: true, encryptData: true, publicKey: spki };
  const { encryptedData, encryptedKey, iv, ...rest } = JSON.parse(webhookBody("msg_1", event, form));
  expect(rest).toStrictEqual({});
  const key = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    Buffer.from(encryptedKey, "base64"),
  );
  const decipher = createDecipheriv("aes-256-cbc", key, Buffer.from(iv, "base64"));
  const text = decipher.update(encryptedData, "base64", "utf8") + decipher.final("utf8");
  expect(text).toBe(webhookBody("msg_1", event, plain));
});

test("no two bodies are encrypted with the same key", () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const form = { ...plain, encryptData: true, publicKey: spki };
  const bodies = [1, 2].map(() => JSON.parse(webhookBody("msg_1", event, form)));
  for (const field of ["encryptedData", "encryptedKey", "iv"]) expect(bodies[0][field]).not.toBe(bodies[1][field]);
});

test("data protection removes names, addresses and texts, and keeps ids, types, numbers and times", () => {
  const { data } = JSON.parse(webhookBody("msg_1", event, { ...plain, enableDataProtection: true }));
  expect(data).toStrictEqual({
    actionUser: { userId: "ada" },
    annotationId: "ann_1",
    newStatus: { id: "RESOLVED", type: "terminal" },
    metadata: { apiKey: "ak_1", organizationId: "acme", documentId: "homepage" },
  });
});

const cases: [input: unknown, left: unknown][] = [
  [{ commentText: "Hi Ada", commentId: 7 }, { commentId: 7 }],
  [
    { userIds: ["ada", "lin"], names: ["Ada"] },
    { userIds: ["ada", "lin"], names: [] },
  ],
  [{ open: { note: "text", deep: [{ secret: "x", count: 2 }] } }, { open: { deep: [{ count: 2 }] } }],
  [
    { accessRole: "viewer", accessType: "public", disabled: true },
    { accessRole: "viewer", accessType: "public", disabled: true },
  ],
  [{ annotationIds: ["a"], url: "https://example.com/ada" }, { annotationIds: ["a"] }],
  [
    { liveStateDataId: "form", data: { age: 36, status: "ill", userId: "ada" }, merge: false },
    { liveStateDataId: "form", data: {}, merge: false },
  ],
  [null, null],
];
for (const [input, output] of cases)
  test(`data protection reduces ${JSON.stringify(input)} to ${JSON.stringify(output)}`, () => {
    expect(withoutPersonalData(input)).toStrictEqual(output);
  });
