import { constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from "node:crypto";
import { toRsaPublicKey } from "#platform/shapes/rsa-public-key";
import { basicBody, type EventThread, preferencesOf, processedBody } from "./basic-body.ts";
import { withoutPersonalData } from "./data-protection.ts";
import { actionTypeOf } from "./types.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** The form of message bodies (docs/behaviour.md#message-bodies). */
export interface BodyForm {
  /** The shape of the body: of advanced webhooks (default), of basic webhooks, or `processed` for people to read. */
  kind?: "advanced" | "basic" | "processed";
  encodeData: boolean;
  encryptData: boolean;
  /** An RSA key as SPKI or PKCS #1 in base64, without PEM lines. */
  publicKey: string;
  enableDataProtection: boolean;
}

/** The body of a message as JSON text. Encryption takes precedence over encoding. */
export function webhookBody(id: string, event: WebhookEvent, form: BodyForm): string {
  const visibleEvent = form.enableDataProtection ? { ...event, data: withoutPersonalData(event.data) } : event;
  const body = JSON.stringify(bodies[form.kind ?? "advanced"](id, visibleEvent));
  if (form.encryptData) return JSON.stringify(encrypt(body, toRsaPublicKey(form.publicKey)));
  if (form.encodeData) return JSON.stringify({ encodedPayload: Buffer.from(body).toString("base64") });
  return body;
}

const bodies: { [kind in NonNullable<BodyForm["kind"]>]: (id: string, event: WebhookEvent) => object } = {
  advanced(id, { type, source, timestamp, data, ...preferences }) {
    const actionType = actionTypeOf(type);
    const { pageInfo } = (data.commentAnnotation ?? {}) as Partial<EventThread>;
    const metadata = pageInfo ? { ...data.metadata, pageInfo } : data.metadata;
    const about = { event: type, actionType, source, platform: "rest", webhookId: id, timestamp };
    return { ...about, data: { ...data, metadata }, ...preferencesOf(preferences) };
  },
  basic: basicBody,
  processed: processedBody,
};

function encrypt(body: string, publicKey: KeyObject) {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const encryptedData = Buffer.concat([cipher.update(body, "utf8"), cipher.final()]);
  const encryptedKey = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    key,
  );
  return {
    encryptedData: encryptedData.toString("base64"),
    encryptedKey: encryptedKey.toString("base64"),
    iv: iv.toString("base64"),
  };
}
