import { createHmac, generateKeyPairSync, type KeyObject, sign, subtle } from "node:crypto";
import { USER_TOKEN_SECONDS, userTokenHeader } from "#domain/user-token";
import type { World } from "./world.ts";

/** What a forged token says that a genuine one would not; `undefined` takes a claim away. */
export interface Forgery {
  header?: Record<string, unknown>;
  /** The header as text, in place of `header`. */
  headerText?: string;
  claims?: Record<string, unknown>;
  /** Signs in place of the service's own key. */
  signer?: (input: string) => string | Promise<string>;
}

/** A token of our form, signed by the service's own key where nothing else is said. */
export async function forge(w: World, { header, headerText, claims, signer }: Forgery = {}): Promise<string> {
  const now = Math.floor(w.context.now() / 1000);
  const usual = {
    ...{ name: "Ada", email: "ada@example.com", isAdmin: false, resources: [] },
    ...{ iss: w.context.settings.issuer, aud: w.tenant.apiKeyId, sub: "ada", jti: "tok_1" },
    ...{ iat: now, exp: now + USER_TOKEN_SECONDS },
  };
  const text = headerText ?? JSON.stringify({ ...userTokenHeader(w.context.userTokenKeys().kid), ...header });
  const input = `${base64url(text)}.${base64url(JSON.stringify({ ...usual, ...claims }))}`;
  return `${input}.${await (signer ?? ownSigner(w))(input)}`;
}

/** Signs with an Ed25519 key. */
export function signerOf(key: KeyObject): (input: string) => string {
  return (input) => sign(null, Buffer.from(input), key).toString("base64url");
}

/** A key pair of somebody else. */
export function strangersKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** HS256 with the public key as the secret: what a verifier falls for that lets the header choose. */
export function publicKeySigner(w: World, form: (jwk: { x?: string }) => Buffer): (input: string) => string {
  const [jwk = {}] = w.context.userTokenKeys().jwks.keys;
  return (input) => createHmac("sha256", form(jwk)).update(input).digest("base64url");
}

function ownSigner(w: World): (input: string) => Promise<string> {
  const { privateKey } = w.context.userTokenKeys();
  return async (input) =>
    Buffer.from(await subtle.sign("Ed25519", privateKey as never, Buffer.from(input))).toString("base64url");
}

function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}
