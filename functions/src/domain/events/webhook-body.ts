import { constants, createCipheriv, createPublicKey, type KeyObject, publicEncrypt, randomBytes } from "node:crypto";

/** An event as stored and sent. */
export interface WebhookEvent {
  /** An event type, such as `comment_annotation.assign`. */
  type: string;
  /** The subject of the type, such as `comment`. */
  source: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Data of the type, with the ids of the place in `metadata`. */
  data: { metadata: { apiKey: string; organizationId?: string; documentId?: string } } & Record<string, unknown>;
}

/** The form of message bodies (docs/behaviour.md#message-bodies). */
export interface BodyForm {
  encodeData: boolean;
  encryptData: boolean;
  /** Base64 SPKI of an RSA key, without PEM lines. */
  publicKey: string;
  enableDataProtection: boolean;
}

/** The body of a message as JSON text. Encryption takes precedence over encoding. */
export function webhookBody(id: string, event: WebhookEvent, form: BodyForm): string {
  const { type, source, timestamp } = event;
  const actionType = type.slice(type.lastIndexOf(".") + 1);
  const data = form.enableDataProtection ? withoutPersonalData(event.data) : event.data;
  const body = JSON.stringify({ event: type, actionType, source, platform: "rest", webhookId: id, timestamp, data });
  if (form.encryptData) return JSON.stringify(encrypt(body, publicKeyOf(form.publicKey)));
  if (form.encodeData) return JSON.stringify({ encodedPayload: Buffer.from(body).toString("base64") });
  return body;
}

/** @throws when the text is not an RSA key in base64 SPKI. */
function publicKeyOf(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
}

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

/** Names of fields whose text is an id, a type or a status: never personal data or free text. */
const NOT_PERSONAL = /^(id|apiKey|type|status|[a-z]+Ids?|[a-z]+[A-Za-z]*(Id|Ids|Type|Role)|reason)$/;

/** Removes names, e-mail addresses and free text from a value; ids, types and statuses stay. */
export function withoutPersonalData<T>(value: T): T {
  return strip(value, "") as T;
}

function strip(value: unknown, field: string): unknown {
  if (typeof value === "string") return NOT_PERSONAL.test(field) ? value : undefined;
  if (Array.isArray(value)) return value.map((one) => strip(one, field)).filter((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).map(([name, inner]) => [name, strip(inner, name)] as const);
  return Object.fromEntries(kept.filter(([, inner]) => inner !== undefined));
}
