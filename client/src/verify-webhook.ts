import { fromBase64 } from "./base64.ts";
import { AtriumError, type ErrorCode } from "./error.ts";
import { openPayload } from "./open-payload.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** How far a message's time may differ from ours, in s. */
const TOLERANCE = 5 * 60;

/** The headers of a request, as `Headers` or as an object; names may be in any case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** A crypto key; Node's types and those of browsers name it differently. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Options for verifying a webhook. */
export interface WebhookOptions {
  /** Decrypts encrypted payloads: the private key in PKCS#8, as PEM or its base64. */
  privateKey?: string | undefined;
  /** Ms since 1970; for tests. */
  now?: (() => number) | undefined;
}

/**
 * Verifies a request and returns its event: it comes from Atrium and is at most five minutes old.
 * @param body as received, not parsed, because the signature covers its bytes.
 * @param secret `whsec_…` of the endpoint; several during a rotation.
 * @throws AtriumError UNAUTHENTICATED: answer 401 and do nothing. INVALID_ARGUMENT or FAILED_PRECONDITION: a mistake in
 * the receiver, which the message explains.
 */
export async function verifyWebhook(
  headers: HeadersLike,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  { privateKey, now = Date.now }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const bytes = bytesOf(body);
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const age = now() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp))
    throw refused("UNAUTHENTICATED", "The webhook-timestamp is not a number of seconds.");
  if (Math.abs(age) > TOLERANCE)
    throw refused(
      "UNAUTHENTICATED",
      `The webhook is ${age > 0 ? "too old" : "from the future"}. Is the clock of this machine right?`,
    );
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const keys = await Promise.all([secret].flat().map(importSecret));
  const candidates = signatures.split(" ").filter((signature) => signature.startsWith("v1,"));
  const checks = keys.flatMap((key) => candidates.map((signature) => matches(key, signature.slice(3), signed)));
  if (!(await Promise.all(checks)).includes(true))
    throw refused(
      "UNAUTHENTICATED",
      "No signature of the webhook matches. Is this the secret of the endpoint, and is the body unchanged?",
    );
  return openPayload(new TextDecoder().decode(bytes), privateKey);
}

async function matches(key: Key, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    // `verify` takes constant time, whichever byte differs.
    return await crypto.subtle.verify("HMAC", key, fromBase64(signature), signed);
  } catch {
    return false;
  }
}

function importSecret(secret: string): Promise<Key> {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  try {
    bytes = fromBase64(secret.replace(/^whsec_/, ""));
  } catch {}
  if (!bytes?.length)
    throw refused(
      "INVALID_ARGUMENT",
      "The secret must have the form whsec_ and base64, as it was given for the endpoint.",
    );
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function headerOf(headers: HeadersLike, name: string): string {
  const value =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([candidates]) => candidates.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value) return value;
  throw refused("UNAUTHENTICATED", `The header ${name} is missing: this is not a signed webhook.`);
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body);
  throw refused(
    "INVALID_ARGUMENT",
    "The body must be text or bytes as received. Read it before anything parses it as JSON: the signature covers its bytes.",
  );
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function refused(code: ErrorCode, message: string): AtriumError {
  return new AtriumError(code, message);
}
