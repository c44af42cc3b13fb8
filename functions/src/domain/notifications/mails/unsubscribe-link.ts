import { derivedKey, sealBytes, unsealBytes } from "#platform/crypto/secrets";

/** What a person can end by the link of a mail: mails about an organization, or about one document of it. */
export interface Subscription {
  apiKeyId: string;
  organizationId: string;
  userId: string;
  /** The document that the mail was about, where it was one. */
  documentId?: string | undefined;
}

/** Path of the page behind the link; the file of the endpoint stands at the same place. */
const UNSUBSCRIBE_PATH = "/mail/unsubscribe";

/**
 * The link at the end of a mail. It works without credentials and has no end, because mails are kept for years; the token in it is
 * encrypted, tells nobody who the person is, and can do nothing else.
 * @param address of the service, without a path.
 */
export function unsubscribeUrl(address: string, encryptionKey: Uint8Array, subscription: Subscription): string {
  const { apiKeyId, organizationId, userId, documentId } = subscription;
  const text = JSON.stringify([apiKeyId, organizationId, userId, documentId]);
  const token = sealBytes(keyOf(encryptionKey), text).toString("base64url");
  return `${address}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** What the token of a link stands for; undefined for one that this service has not made. */
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
