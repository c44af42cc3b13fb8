import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { KEY_OVERLAP, LEEWAY } from "@atrium/functions/domain/tokens/signing-key-rotation";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData, secretsFile } from "../data/data-folder.ts";
import type { ToldKey } from "./key-list.ts";

/** A data folder with its first key. */
async function newFolder(t: TestContext): Promise<string> {
  const folder = join(temporaryFolder(t), "data");
  const { store } = await openData(folder);
  await store.close();
  return folder;
}

async function keys(folder: string, ...args: string[]): Promise<ToldKey[]> {
  const { code, stdout, stderr } = await atrium(["keys", ...args, "--json", "--data", folder]);
  assert.deepEqual([code, stderr], [0, ""], stdout);
  assert.ok(!stdout.includes('"d"'), "nothing secret is printed");
  return JSON.parse(stdout).keys;
}

const states = (told: ToldKey[]) => told.map(({ state }) => state);
const kids = (told: ToldKey[]) => told.map(({ kid }) => kid);

test("a rotation adds a key that signs ten minutes later, and the old one verifies 48 h and 10 min beyond that", async (t) => {
  const folder = await newFolder(t);
  const [old] = await keys(folder, "list");
  assert.ok(old);
  assert.deepEqual(old, { kid: old.kid, state: "signs" });
  const before = Date.now();
  const [next, kept] = await keys(folder, "rotate");
  const signsFrom = Date.parse(next?.signsFrom ?? "");
  assert.ok(signsFrom >= before + LEEWAY && signsFrom <= Date.now() + LEEWAY);
  assert.equal(next?.state, "next");
  const verifiesUntil = new Date(signsFrom + KEY_OVERLAP).toISOString();
  assert.deepEqual(kept, { kid: old.kid, state: "signs", verifiesUntil });
  assert.equal(statSync(secretsFile(folder)).mode & 0o777, 0o600);
  assert.deepEqual(states(await keys(folder, "rotate", "--in", "0")), ["signs", "verifies", "verifies"]);
  const { stdout } = await atrium(["keys", "list", "--data", folder]);
  assert.match(stdout, new RegExp(`${old.kid} +verifies until `));
});

test("a reset drops every key, and only when it is meant", async (t) => {
  const folder = await newFolder(t);
  const before = await keys(folder, "rotate");
  const refused = await atrium(["keys", "reset", "--data", folder]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^atrium: This ends the tokens of all users of all tenants\. Add --yes to do it\.\n$/);
  assert.deepEqual(kids(await keys(folder, "list")), kids(before));
  const after = await keys(folder, "reset", "--yes");
  assert.deepEqual(states(after), ["signs"]);
  assert.ok(!kids(before).includes(after[0]?.kid ?? ""));
});

test("a running process takes a reset up within 60 seconds, and keeps what it encrypts", async (t) => {
  const folder = await newFolder(t);
  const start = performance.now();
  let elapsed = 0;
  t.mock.method(performance, "now", () => start + elapsed);
  const data = await openData(folder);
  t.after(() => data.store.close());
  const { kid } = data.userTokenKeys();
  const [fresh] = await keys(folder, "reset", "--yes");
  assert.equal(data.userTokenKeys().kid, kid, "the process goes by what it has read");
  elapsed = 30_000;
  assert.equal(data.userTokenKeys().kid, fresh?.kid);
  assert.equal(data.userTokenKeys().publicKeys.has(kid), false);
  const again = await openData(folder);
  t.after(() => again.store.close());
  assert.deepEqual(again.encryptionKey, data.encryptionKey);
});

test("the keys of a deployment go through standard input and output, in the form of its secret", async () => {
  const made = await atrium(["secrets", "new", "signing-keys"]);
  const rotated = await atrium(["keys", "rotate", "--stdin"], { input: made.stdout });
  assert.deepEqual([rotated.code, rotated.stderr], [0, ""]);
  const [fresh, old] = JSON.parse(rotated.stdout);
  assert.deepEqual([old], JSON.parse(made.stdout));
  assert.ok(fresh.d && fresh.kid !== old.kid && fresh.signsFrom > Date.now());
  const listed = await atrium(["keys", "list", "--stdin", "--json"], { input: rotated.stdout });
  assert.deepEqual(states(JSON.parse(listed.stdout).keys), ["next", "signs"]);
  const reset = await atrium(["keys", "reset", "--yes", "--stdin"], { input: rotated.stdout });
  assert.equal(JSON.parse(reset.stdout).length, 1);
  for (const input of ["", "{}", "[]", '[{"kid":"a"}]']) {
    const { code, stdout, stderr } = await atrium(["keys", "rotate", "--stdin"], { input });
    assert.deepEqual(
      [code, stdout, stderr],
      [1, "", "atrium: Standard input must be a JSON list of private keys.\n"],
      input,
    );
  }
});

test("two commands at once do not undo each other, and what is not a folder or a number of minutes is refused", async (t) => {
  const folder = await newFolder(t);
  const text = readFileSync(secretsFile(folder), "utf8");
  writeFileSync(`${secretsFile(folder)}.lock`, "");
  for (const [args, message] of [
    [
      ["rotate", "--data", folder],
      /Another command is changing the keys\. If there is none, remove .*secrets\.json\.lock/,
    ],
    [["rotate", "--in", "soon", "--data", folder], /--in takes a whole number of minutes/],
    [["list", "--data", join(folder, "nowhere")], /There is no data in/],
  ] as const) {
    const { code, stderr } = await atrium(["keys", ...args]);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
  assert.equal(readFileSync(secretsFile(folder), "utf8"), text);
});

test("every command explains itself with an example", async () => {
  for (const name of ["list", "rotate", "reset"]) {
    const { code, stdout } = await atrium(["keys", name, "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`Example:\n  \\$ atrium keys ${name}`));
    assert.match(stdout, /ATRIUM_SIGNING_KEYS/);
  }
});
