import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "@jest/globals";
import { isRsaPublicKey, PublicKey, toRsaPublicKey } from "./rsa-public-key.ts";

const base64 = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64");
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const good = base64(publicKey);

for (const type of ["spki", "pkcs1"] as const)
  test(`an RSA key of 2048 bits in base64 is accepted as ${type}, and is the same key`, () => {
    const text = publicKey.export({ format: "der", type }).toString("base64");
    expect(isRsaPublicKey(text)).toBe(true);
    expect(toRsaPublicKey(text).equals(publicKey)).toBe(true);
  });

const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
const refused: [what: string, text: string][] = [
  ["of 1024 bits", base64(short)],
  ["of 1024 bits as PKCS #1", short.export({ format: "der", type: "pkcs1" }).toString("base64")],
  ["of another kind", base64(generateKeyPairSync("ed25519").publicKey)],
  ["with PEM lines", publicKey.export({ format: "pem", type: "spki" }).toString()],
  ["with line breaks", `${good.slice(0, 64)}\n${good.slice(64)}`],
  ["cut off", good.slice(0, -8)],
  ["in base64url", good.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")],
  ["that is private", privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")],
  ["that is private, as PKCS #1", privateKey.export({ format: "der", type: "pkcs1" }).toString("base64")],
  ["that is no key", "bm8ga2V5"],
  ["that is no base64", "not a key"],
];
for (const [what, text] of refused)
  test(`a key ${what} is refused`, () => {
    expect(isRsaPublicKey(text)).toBe(false);
    expect(PublicKey.safeParse(text).error?.issues[0]?.message).toBe(
      "must be an RSA public key of at least 2048 bits: SPKI or PKCS #1 in base64, without PEM lines.",
    );
  });

test("the empty string is no key and removes one", () => expect(PublicKey.parse("")).toBe(""));
