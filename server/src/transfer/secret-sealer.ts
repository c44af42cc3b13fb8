import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";
import { derivedKey } from "@atrium/functions/platform/crypto/secrets";
import * as z from "zod";
import {
  Derivation,
  deriveKey,
  keyCheckOf,
  matchesKeyCheck,
  newDerivation,
  type SealingSecret,
} from "../backup/sealing-key.ts";
import { CommandError } from "../commands/command-error.ts";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** Parameters of a file's sealed secrets. */
export const Sealing = z.object({ derivation: Derivation, keyCheck: z.string().max(200) });
export type Sealing = z.output<typeof Sealing>;

/** Seals the secrets of an export: the same secret in the same place always becomes the same text. */
export class SecretSealer {
  readonly sealing: Sealing;
  readonly #sealingKey: Buffer;
  readonly #nonceKey: Buffer;

  constructor(key: Buffer, derivation: Derivation) {
    this.sealing = { derivation, keyCheck: keyCheckOf(key) };
    this.#sealingKey = derivedKey(key, "export secrets");
    this.#nonceKey = derivedKey(key, "export nonces");
  }

  /** @param place identifies what the secret belongs to: the sealed text only opens there. */
  seal(place: string, secret: string): string {
    // Two different texts never share a nonce, and the same text always has the same nonce.
    const nonce = createHmac("sha256", this.#nonceKey)
      .update(JSON.stringify([place, secret]))
      .digest()
      .subarray(0, NONCE);
    const cipher = createCipheriv(CIPHER, this.#sealingKey, nonce);
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
  }

  /** Undefined if the text was not sealed for this place with this key. */
  open(place: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64");
    try {
      const decipher = createDecipheriv(CIPHER, this.#sealingKey, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }
}

/** A sealer for the export of a workspace: each workspace always has the same key of its own. */
export async function sealerFor(secret: SealingSecret, workspaceId: string): Promise<SecretSealer> {
  const salt = createHash("sha256").update(`atrium export ${workspaceId}`).digest().subarray(0, 16);
  const derivation = newDerivation(secret, salt);
  const key = await deriveKey(secret, derivation);
  if (!key) throw new Error("The derivation does not fit the secret.");
  return new SecretSealer(key, derivation);
}

/** An opener for the secrets of a file. @throws CommandError if they were sealed with another secret. */
export async function openerFor(secret: SealingSecret, { derivation, keyCheck }: Sealing): Promise<SecretSealer> {
  const key = await deriveKey(secret, derivation);
  if (!key || !matchesKeyCheck(key, keyCheck))
    throw new CommandError(
      `The ${secret.kind} is not the one with which the secrets in the file were sealed. Try another one, or import without one, which leaves the secrets out.`,
    );
  return new SecretSealer(key, derivation);
}
