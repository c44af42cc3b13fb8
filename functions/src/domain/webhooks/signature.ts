import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** How long a rotated secret continues to sign, in ms, so that receivers can switch to the new one. */
export const SECRET_OVERLAP = 24 * 60 * 60 * 1000;

/** Creates a signing secret in the format that customers use: `whsec_` and 24 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The key of a secret from `newWebhookSecret`. Callers cache it, because creating it takes longer than signing. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), "base64");
}

/** The signed content: the id of the message, the time of the attempt (s since 1970) and the body. */
export interface SignedContent {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The three headers of Standard Webhooks 1.0, with one signature per valid secret, the current one first; no headers without
 * a key.
 */
export function signatureHeaders(keys: readonly KeyObject[], content: SignedContent): Record<string, string> {
  if (keys.length === 0) return {};
  return {
    "webhook-id": content.id,
    "webhook-timestamp": String(content.timestamp),
    "webhook-signature": keys.map((key) => signatureOf(key, content)).join(" "),
  };
}

function signatureOf(key: KeyObject, { id, timestamp, body }: SignedContent): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
