import { fromBase64 } from "./base64.ts";
import { AtriumError } from "./error.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/**
 * The event in a body that is plain, encoded or encrypted.
 * @throws AtriumError FAILED_PRECONDITION if it can't be decoded or decrypted.
 */
export async function openPayload(body: string, privateKey: string | undefined): Promise<WebhookEvent> {
  const json = parse(body) as Record<string, string> | null;
  if (typeof json?.encodedPayload === "string") return parse(decode(fromBase64(json.encodedPayload))) as WebhookEvent;
  if (typeof json?.encryptedData !== "string") return json as unknown as WebhookEvent;
  if (privateKey === undefined)
    throw closed("The payload is encrypted: give verifyWebhook the option privateKey, in PKCS#8.");
  try {
    const oaep = { name: "RSA-OAEP", hash: "SHA-256" };
    const pkcs8 = fromBase64(privateKey.replace(/-----[^-]*-----|\s/g, ""));
    const opener = await crypto.subtle.importKey("pkcs8", pkcs8, oaep, false, ["decrypt"]);
    const raw = await crypto.subtle.decrypt(oaep, opener, fromBase64(json.encryptedKey ?? ""));
    const key = await crypto.subtle.importKey("raw", raw, "AES-CBC", false, ["decrypt"]);
    const cipher = { name: "AES-CBC", iv: fromBase64(json.iv ?? "") };
    const opened = await crypto.subtle.decrypt(cipher, key, fromBase64(json.encryptedData));
    return parse(decode(opened)) as WebhookEvent;
  } catch (cause) {
    throw closed(
      "The payload can't be decrypted. Does privateKey belong to the publicKey of the webhook configuration, and is it PKCS#8?",
      cause,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw closed("The payload is not JSON.", cause);
  }
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function closed(message: string, cause?: unknown): AtriumError {
  return new AtriumError("FAILED_PRECONDITION", message, { cause });
}
