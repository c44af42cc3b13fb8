import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import * as z from "zod";

/** Secret that opens sealed files: a passphrase, or the bytes of a key file. */
export type SealingSecret = { kind: "passphrase"; text: string } | { kind: "key file"; bytes: Buffer };

const Salt = z.base64().min(8).max(200);
/** Maximum memory of a key derivation, in bytes: an untrusted file could ask for any amount. */
const MOST_MEMORY = 512 * 1024 * 1024;

/** Parameters of a key derivation, without the secret. */
export const Derivation = z.discriminatedUnion("name", [
  z
    .object({
      name: z.literal("scrypt"),
      salt: Salt,
      cost: z
        .int()
        .min(2)
        .refine((cost) => Number.isInteger(Math.log2(cost)), "must be a power of two."),
      blockSize: z.int().min(1).max(64),
      parallelization: z.int().min(1).max(16),
    })
    .refine(({ cost, blockSize }) => 128 * cost * blockSize <= MOST_MEMORY, "takes too much memory.")
    // RFC 7914 limits the cost to 2 ^ (16 * blockSize); for all other block sizes the memory limit is stricter.
    .refine(({ cost, blockSize }) => blockSize > 1 || cost < 2 ** 16, "costs too much for its block size."),
  z.object({ name: z.literal("hkdf-sha256"), salt: Salt }),
]);
export type Derivation = z.output<typeof Derivation>;

/** Makes each guess at a passphrase cost half a second of work and 64 MiB. */
const SCRYPT = { cost: 2 ** 16, blockSize: 8, parallelization: 2 };

/** Parameters for a secret of this kind. @param salt each salt yields a different key. */
export function newDerivation({ kind }: Pick<SealingSecret, "kind">, salt = randomBytes(16)): Derivation {
  const text = Buffer.from(salt).toString("base64");
  return kind === "passphrase" ? { name: "scrypt", salt: text, ...SCRYPT } : { name: "hkdf-sha256", salt: text };
}

/** Kind of secret that the derivation needs. */
export function secretKindOf({ name }: Derivation): SealingSecret["kind"] {
  return name === "scrypt" ? "passphrase" : "key file";
}

/** Derives the key of 32 bytes; undefined if the derivation needs the other kind of secret. */
export async function deriveKey(secret: SealingSecret, derivation: Derivation): Promise<Buffer | undefined> {
  const salt = Buffer.from(derivation.salt, "base64");
  if (derivation.name === "scrypt") {
    if (secret.kind !== "passphrase") return undefined;
    const { cost, blockSize, parallelization } = derivation;
    const options = { N: cost, r: blockSize, p: parallelization, maxmem: MOST_MEMORY * 2 };
    // People can't see whether a letter that they type is composed or decomposed.
    return scryptAsync(secret.text.normalize("NFC"), salt, 32, options);
  }
  if (secret.kind !== "key file") return undefined;
  return Buffer.from(hkdfSync("sha256", secret.bytes, salt, "atrium sealing key", 32));
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Check value that recognises a key without decrypting anything. */
export function keyCheckOf(key: Uint8Array): string {
  return createHmac("sha256", key).update("atrium key check").digest("base64");
}

/** Whether the check value belongs to the key. */
export function matchesKeyCheck(key: Uint8Array, check: string): boolean {
  const recorded = Buffer.from(check, "base64");
  const expected = Buffer.from(keyCheckOf(key), "base64");
  return recorded.length === expected.length && timingSafeEqual(recorded, expected);
}
