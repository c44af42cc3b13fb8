import { createPublicKey } from "node:crypto";
import * as z from "zod";

/** Minimum length of the modulus, in bits. */
const MIN_RSA_BITS = 2048;

/** Whether the text is an RSA public key as SPKI in base64, without PEM lines, of at least 2,048 bits. */
export function isRsaPublicKey(text: string): boolean {
  const der = Buffer.from(text, "base64");
  if (der.toString("base64") !== text) return false;
  try {
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= MIN_RSA_BITS;
  } catch {
    return false;
  }
}

/** The public key that encrypts payloads; the empty string means none. */
export const PublicKey = z
  .string()
  .max(4000)
  .refine(
    (text) => text === "" || isRsaPublicKey(text),
    `must be an RSA public key of at least ${MIN_RSA_BITS} bits: SPKI in base64, without PEM lines.`,
  );
