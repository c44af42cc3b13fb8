import { importSigningKeys } from "@atrium/functions/domain/tokens/user-token";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";

/** The output of the command, which must be only the secret. */
async function printed(which: string): Promise<string> {
  const { code, stdout, stderr } = await atrium(["secrets", "new", which]);
  expect([code, stderr]).toStrictEqual([0, ""]);
  return stdout;
}

test("a new encryption key is 32 bytes in base64 and nothing else, and different each time", async () => {
  const keys = await Promise.all([printed("encryption-key"), printed("encryption-key")]);
  for (const key of keys) {
    expect(key).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(key, "base64").length).toBe(32);
  }
  expect(keys[0]).not.toBe(keys[1]);
});

test("new signing keys are a list that the functions can read, with one key under an id of its own", async () => {
  const lists = await Promise.all([printed("signing-keys"), printed("signing-keys")]);
  const ids = [];
  for (const list of lists) {
    const { jwks } = await importSigningKeys(JSON.parse(list));
    expect(jwks.keys.length).toBe(1);
    ids.push(jwks.keys[0]?.kid);
  }
  expect(ids[0]).not.toBe(ids[1]);
});

test("an unknown secret is refused in one line that names the known ones", async () => {
  const { code, stdout, stderr } = await atrium(["secrets", "new", "password"]);
  expect([code, stdout]).toStrictEqual([1, ""]);
  expect(stderr).toBe('atrium: There is no secret "password", only encryption-key and signing-keys.\n');
});
