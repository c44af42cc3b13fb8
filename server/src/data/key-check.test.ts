import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "./data-folder.ts";

const path = "host/keyCheck";

/** A data folder, with a workspace in it or not. */
async function newFolder(t: TestContext, { hasWorkspace }: { hasWorkspace: boolean }): Promise<string> {
  const folder = join(temporaryFolder(t), "data");
  if (hasWorkspace) await atrium(["workspace", "create", "--email", "ada@example.com", "--data", folder]);
  else await (await openData(folder)).store.close();
  return folder;
}

/** Puts the secrets of another folder in place of the folder's own. */
async function swapSecrets(t: TestContext, folder: string): Promise<void> {
  const other = await newFolder(t, { hasWorkspace: false });
  copyFileSync(join(other, "secrets.json"), join(folder, "secrets.json"));
}

/** Makes data as earlier versions left it. */
async function removeCheck(folder: string): Promise<void> {
  const { store } = await openData(folder);
  await store.commit([{ op: "delete", path }]);
  await store.close();
}

const refusal = {
  name: "DataFileError",
  message: /secrets\.json does not belong to the data file beside it: .* Restore both files from the same backup\.$/,
};

test("secrets of other data are refused before anything is served or written, also where the data is still empty", async (t) => {
  for (const hasWorkspace of [true, false]) {
    const folder = await newFolder(t, { hasWorkspace });
    await swapSecrets(t, folder);
    const before = readFileSync(join(folder, "atrium.db"));
    await assert.rejects(openData(folder), refusal);
    assert.deepEqual(readFileSync(join(folder, "atrium.db")), before);
  }
});

test("data of an earlier version is tried with a credential of its own, and has a check from then on", async (t) => {
  const folder = await newFolder(t, { hasWorkspace: true });
  await removeCheck(folder);
  const own = readFileSync(join(folder, "secrets.json"));
  await swapSecrets(t, folder);
  await assert.rejects(openData(folder), refusal);
  writeFileSync(join(folder, "secrets.json"), own);
  const { store } = await openData(folder);
  t.after(() => store.close());
  assert.ok(await store.get(path));
});

test("commands say in one line that the secrets belong to other data", async (t) => {
  const folder = await newFolder(t, { hasWorkspace: true });
  await swapSecrets(t, folder);
  for (const args of [["credentials"], ["export", "-"], ["workspace", "create", "--email", "ada@example.com"]]) {
    const { code, stdout, stderr } = await atrium([...args, "--data", folder]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^atrium: .*secrets\.json does not belong to the data file beside it: .*\n$/);
  }
});
