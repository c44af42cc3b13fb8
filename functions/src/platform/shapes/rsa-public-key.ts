import { createPublicKey, type KeyObject } from "node:crypto";
import * as z from "zod";
import { contractCheck, maxCharacters } from "./contract-check.ts";

/** Minimum length of the modulus, in bits. */
const MIN_RSA_BITS = 2048;

/** Whether the text is an RSA public key as SPKI or PKCS #1 in base64, without PEM lines, of at least 2,048 bits. */
export function isRsaPublicKey(text: string): boolean {
  const key = Buffer.from(text, "base64").toString("base64") === text ? parse(text) : undefined;
  return key?.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
}

/** The key that `isRsaPublicKey` has accepted. @throws Error for any other text. */
export function toRsaPublicKey(text: string): KeyObject {
  const key = parse(text);
  if (!key) throw new Error("The text is not an RSA public key in base64.");
  return key;
}

function parse(text: string): KeyObject | undefined {
  const der = Buffer.from(text, "base64");
  return keyOf(der) ?? keyOf(toSpki(der));
}

function keyOf(spki: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: spki, format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

/** The algorithm of an RSA key, as encoded in SPKI. */
const RSA_ENCRYPTION = Buffer.from("300d06092a864886f70d0101010500", "hex");

/**
 * Wraps a key as PKCS #1 into SPKI. Node.js could read PKCS #1 itself, but would then also accept a private key and
 * return its public key.
 */
function toSpki(pkcs1: Buffer): Buffer {
  const bits = inDer(0x03, Buffer.concat([Buffer.of(0), pkcs1]));
  return inDer(0x30, Buffer.concat([RSA_ENCRYPTION, bits]));
}

/** An ASN.1 value with a two-byte length, which every key of at least `MIN_RSA_BITS` has. */
function inDer(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, 0x82, content.length >> 8, content.length & 0xff), content]);
}

/** The public key that encrypts payloads; the empty string means none. */
export const PublicKey = z
  .string()
  .check(maxCharacters(4000))
  .check(
    contractCheck(
      { pattern: "^(MI[A-Za-z0-9+/]+={0,2})?$", "x-content": "RSA public key" },
      (text: string) => text === "" || isRsaPublicKey(text),
      `must be an RSA public key of at least ${MIN_RSA_BITS} bits: SPKI or PKCS #1 in base64, without PEM lines.`,
    ),
  );
