import { chmodSync, chownSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData, secretsFile } from "./data-folder.ts";
import { readSecrets } from "./secrets-file.ts";

/** The user and the group of a service. */
const [UID, GID] = [41_234, 41_235];
const unlessRoot = process.geteuid?.() === 0 ? undefined : "only root can give files to other users";

/** A data folder of the service, and a folder for backups beside it. */
async function folderOfService() {
  const folder = join(temporaryFolder(), "data");
  await (await openData(folder)).store.close();
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) chownSync(path, UID, GID);
  return folder;
}

const strangers = (folder: string) =>
  readdirSync(folder).filter((name) => {
    const { uid, gid } = statSync(join(folder, name));
    return uid !== UID || gid !== GID;
  });

testUnless(unlessRoot)(
  "files that root's commands write into the folder of a service belong to the service",
  async () => {
    const folder = await folderOfService();
    const passphrase = join(dirname(folder), "passphrase");
    writeFileSync(passphrase, "correct horse battery staple\n");
    const backup = join(dirname(folder), "atrium.backup");
    for (const args of [
      ["keys", "rotate", "--data", folder],
      ["keys", "reset", "--yes", "--data", folder],
      ["backup", "--passphrase-file", passphrase, backup, "--data", folder],
    ]) {
      const { code, stderr } = await atrium(args);
      expectWithContext(code, stderr).toBe(0);
      expect(strangers(folder)).toStrictEqual([]);
    }
    expect(existsSync(join(folder, "atrium.backup.json"))).toBe(true);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const { code, stderr } = await atrium(["restore", "--passphrase-file", passphrase, backup, folder]);
    expectWithContext(code, stderr).toBe(0);
    expect(readdirSync(folder)).toContain("secrets.json");
    expect(strangers(folder)).toStrictEqual([]);
  },
);

testUnless(unlessRoot)("secrets that belong to another user are reported as such, not as damaged", async () => {
  const folder = await folderOfService();
  chownSync(secretsFile(folder), 0, 0);
  chmodSync(dirname(folder), 0o755);
  process.seteuid?.(UID);
  try {
    expect(() => readSecrets(secretsFile(folder))).toThrow(
      new RegExp(
        `^.+secrets\\.json can't be read by this user\\. It belongs to user 0, .*: chown ${UID} .+secrets\\.json`,
      ),
    );
  } finally {
    process.seteuid?.(0);
  }
});
