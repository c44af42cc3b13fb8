import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KEY_OVERLAP, LEEWAY } from "@atrium/functions/domain/tokens/signing-key-rotation";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { mockMethod } from "@atrium/functions/testing/harness/jest/mocks";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData, secretsFile } from "../data/data-folder.ts";
import type { KeyDescription } from "./output/key-list.ts";

/** A data folder with its first key. */
async function newFolder(): Promise<string> {
  const folder = join(temporaryFolder(), "data");
  const { store } = await openData(folder);
  await store.close();
  return folder;
}

async function keys(folder: string, ...args: string[]): Promise<KeyDescription[]> {
  const { code, stdout, stderr } = await atrium(["keys", ...args, "--json", "--data", folder]);
  expectWithContext([code, stderr], stdout).toStrictEqual([0, ""]);
  expectWithContext(stdout, "nothing secret is printed").not.toContain('"d"');
  return JSON.parse(stdout).keys;
}

const states = (keys: KeyDescription[]) => keys.map(({ state }) => state);
const kids = (keys: KeyDescription[]) => keys.map(({ kid }) => kid);

test("a rotation adds a key that signs ten minutes later, and the old one verifies 48 h and 10 min beyond that", async () => {
  const folder = await newFolder();
  const [old] = await keys(folder, "list");
  ensure(old);
  expect(old).toStrictEqual({ kid: old.kid, state: "signs" });
  const before = Date.now();
  const [next, previous] = await keys(folder, "rotate");
  const signsFrom = Date.parse(next?.signsFrom ?? "");
  expect(signsFrom >= before + LEEWAY && signsFrom <= Date.now() + LEEWAY).toBe(true);
  expect(next?.state).toBe("next");
  const verifiesUntil = new Date(signsFrom + KEY_OVERLAP).toISOString();
  expect(previous).toStrictEqual({ kid: old.kid, state: "signs", verifiesUntil });
  expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600);
  expect(states(await keys(folder, "rotate", "--in", "0"))).toStrictEqual(["signs", "verifies", "verifies"]);
  const { stdout } = await atrium(["keys", "list", "--data", folder]);
  expect(stdout).toMatch(new RegExp(`${old.kid} +verifies until `));
});

test("a reset drops every key, and needs an option that confirms it", async () => {
  const folder = await newFolder();
  const before = await keys(folder, "rotate");
  const refused = await atrium(["keys", "reset", "--data", folder]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^atrium: This invalidates the tokens of all users of all tenants\. Add --yes to do it\.\n$/,
  );
  expect(kids(await keys(folder, "list"))).toStrictEqual(kids(before));
  const after = await keys(folder, "reset", "--yes");
  expect(states(after)).toStrictEqual(["signs"]);
  expect(kids(before)).not.toContain(after[0]?.kid ?? "");
});

test("a running process applies a reset within a second, and still decrypts its data", async () => {
  const folder = await newFolder();
  const start = performance.now();
  let elapsed = 0;
  mockMethod(performance, "now", () => start + elapsed);
  const data = await openData(folder);
  onTestFinished(() => data.store.close());
  const { kid } = data.userTokenKeys();
  const [fresh] = await keys(folder, "reset", "--yes");
  expectWithContext(data.userTokenKeys().kid, "the process uses the keys that it has read").toBe(kid);
  elapsed = 1000;
  expect(data.userTokenKeys().kid).toBe(fresh?.kid);
  expect(data.userTokenKeys().publicKeys.has(kid)).toBe(false);
  const again = await openData(folder);
  onTestFinished(() => again.store.close());
  expect(again.encryptionKey).toStrictEqual(data.encryptionKey);
});

test("the keys of a deployment are read from standard input and written to standard output, in the format of its secret", async () => {
  const newSecret = await atrium(["secrets", "new", "signing-keys"]);
  const rotated = await atrium(["keys", "rotate", "--stdin"], { input: newSecret.stdout });
  expect([rotated.code, rotated.stderr]).toStrictEqual([0, ""]);
  const [fresh, old] = JSON.parse(rotated.stdout);
  expect([old]).toStrictEqual(JSON.parse(newSecret.stdout));
  expect(fresh.d && fresh.kid !== old.kid && fresh.signsFrom > Date.now()).toBeTruthy();
  const listed = await atrium(["keys", "list", "--stdin", "--json"], { input: rotated.stdout });
  expect(states(JSON.parse(listed.stdout).keys)).toStrictEqual(["next", "signs"]);
  const reset = await atrium(["keys", "reset", "--yes", "--stdin"], { input: rotated.stdout });
  expect(JSON.parse(reset.stdout).length).toBe(1);
  for (const input of ["", "{}", "[]", '[{"kid":"a"}]']) {
    const { code, stdout, stderr } = await atrium(["keys", "rotate", "--stdin"], { input });
    expectWithContext([code, stdout, stderr], input).toStrictEqual([
      1,
      "",
      "atrium: Standard input must be a JSON list of private keys.\n",
    ]);
  }
});

test("two concurrent commands do not undo each other, and an invalid folder or number of minutes is refused", async () => {
  const folder = await newFolder();
  const text = readFileSync(secretsFile(folder), "utf8");
  writeFileSync(`${secretsFile(folder)}.lock`, "");
  for (const [args, message] of [
    [
      ["rotate", "--data", folder],
      /Another command is changing the keys\. If there is none, remove .*secrets\.json\.lock/,
    ],
    [["rotate", "--in", "soon", "--data", folder], /--in <minutes>.*It must be a whole number from 0 to 999999/],
    [["list", "--data", join(folder, "nowhere")], /There is no data in/],
  ] as const) {
    const { code, stderr } = await atrium(["keys", ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  }
  expect(readFileSync(secretsFile(folder), "utf8")).toBe(text);
});

test("every command explains itself with an example", async () => {
  for (const name of ["list", "rotate", "reset"]) {
    const { code, stdout } = await atrium(["keys", name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Example:\n  \\$ npx atrium keys ${name}`));
    expect(stdout).toMatch(/ATRIUM_SIGNING_KEYS/);
  }
});
