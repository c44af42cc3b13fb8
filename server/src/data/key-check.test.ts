import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "./data-folder.ts";

const path = "host/keyCheck";

/** A data folder, with or without a workspace. */
async function newFolder({ hasWorkspace }: { hasWorkspace: boolean }): Promise<string> {
  const folder = join(temporaryFolder(), "data");
  if (hasWorkspace) await atrium(["workspace", "create", "--email", "ada@example.com", "--data", folder]);
  else await (await openData(folder)).store.close();
  return folder;
}

/** Replaces the folder's secrets by those of another folder. */
async function swapSecrets(folder: string): Promise<void> {
  const other = await newFolder({ hasWorkspace: false });
  copyFileSync(join(other, "secrets.json"), join(folder, "secrets.json"));
}

/** Makes the data look like that of an earlier version. */
async function removeCheck(folder: string): Promise<void> {
  const { store } = await openData(folder);
  await store.commit([{ op: "delete", path }]);
  await store.close();
}

const refusal = {
  name: "DataFileError",
  message: expect.stringMatching(
    /secrets\.json does not belong to the data file beside it: .* Restore both files from the same backup\.$/,
  ),
};

test("secrets of other data are refused before anything is served or written, even while the data is empty", async () => {
  for (const hasWorkspace of [true, false]) {
    const folder = await newFolder({ hasWorkspace });
    await swapSecrets(folder);
    const before = readFileSync(join(folder, "atrium.db"));
    await expect(openData(folder)).rejects.toMatchObject(refusal);
    expect(readFileSync(join(folder, "atrium.db"))).toStrictEqual(before);
  }
});

test("data of an earlier version is checked with a stored credential, and has a check value from then on", async () => {
  const folder = await newFolder({ hasWorkspace: true });
  await removeCheck(folder);
  const own = readFileSync(join(folder, "secrets.json"));
  await swapSecrets(folder);
  await expect(openData(folder)).rejects.toMatchObject(refusal);
  writeFileSync(join(folder, "secrets.json"), own);
  const { store } = await openData(folder);
  onTestFinished(() => store.close());
  expect(await store.get(path)).toBeTruthy();
});

test("commands say in one line that the secrets belong to other data", async () => {
  const folder = await newFolder({ hasWorkspace: true });
  await swapSecrets(folder);
  for (const args of [["credentials"], ["export", "-"], ["workspace", "create", "--email", "ada@example.com"]]) {
    const { code, stdout, stderr } = await atrium([...args, "--data", folder]);
    expect([code, stdout]).toStrictEqual([1, ""]);
    expect(stderr).toMatch(/^atrium: .*secrets\.json does not belong to the data file beside it: .*\n$/);
  }
});
