import { derivedKey, sealBytes, unsealBytes } from "#platform/crypto/secrets";

/**
 * What a person can unsubscribe from with the link of a mail: mails about an organization, or about one document of it.
 */
export interface Subscription {
  apiKeyId: string;
  organizationId: string;
  userId: string;
  /** The document that the mail was about, if it was only one. */
  documentId?: string | undefined;
}

/** Path of the page behind the link; the file of the endpoint has the same path. */
const UNSUBSCRIBE_PATH = "/mail/unsubscribe";

/**
 * The link at the end of a mail. It works without credentials and never expires, because mails are kept for years. Its
 * token is encrypted, does not reveal who the person is, and permits nothing else.
 * @param address of the service, without a path.
 */
export function unsubscribeUrl(address: string, encryptionKey: Uint8Array, subscription: Subscription): string {
  const { apiKeyId, organizationId, userId, documentId } = subscription;
  const text = JSON.stringify([apiKeyId, organizationId, userId, documentId]);
  const token = sealBytes(keyOf(encryptionKey), text).toString("base64url");
  return `${address}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** What the token of a link stands for; undefined for a token that this service has not created. */
export function readUnsubscribeToken(encryptionKey: Uint8Array, token: string): Subscription | undefined {
  try {
    const text = unsealBytes(keyOf(encryptionKey), Buffer.from(token, "base64url"));
    const [apiKeyId, organizationId, userId, documentId] = JSON.parse(text) as string[];
    if (!apiKeyId || !organizationId || !userId) return undefined;
    return { apiKeyId, organizationId, userId, ...(documentId && { documentId }) };
  } catch {
    return undefined;
  }
}

function keyOf(encryptionKey: Uint8Array): Uint8Array {
  return derivedKey(encryptionKey, "unsubscribe");
}
