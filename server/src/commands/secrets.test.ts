import assert from "node:assert/strict";
import { test } from "node:test";
import { importSigningKeys } from "@atrium/functions/domain/tokens/user-token";
import { atrium } from "../../testing/atrium.ts";

/** What the command prints, which must be the secret alone. */
async function printed(which: string): Promise<string> {
  const { code, stdout, stderr } = await atrium(["secrets", "new", which]);
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
}

test("a new encryption key is 32 bytes in base64 and nothing else, another one each time", async () => {
  const keys = await Promise.all([printed("encryption-key"), printed("encryption-key")]);
  for (const key of keys) {
    assert.match(key, /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(key, "base64").length, 32);
  }
  assert.notEqual(keys[0], keys[1]);
});

test("new signing keys are a list that the functions can read, with one key under an id of its own", async () => {
  const lists = await Promise.all([printed("signing-keys"), printed("signing-keys")]);
  const ids = [];
  for (const list of lists) {
    const { jwks } = await importSigningKeys(JSON.parse(list));
    assert.equal(jwks.keys.length, 1);
    ids.push(jwks.keys[0]?.kid);
  }
  assert.notEqual(ids[0], ids[1]);
});

test("a secret that there is not is refused in one line that names those that there are", async () => {
  const { code, stdout, stderr } = await atrium(["secrets", "new", "password"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr, 'atrium: There is no secret "password", only encryption-key and signing-keys.\n');
});
