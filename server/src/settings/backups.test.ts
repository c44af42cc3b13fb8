import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { checkBackupSettings } from "../doctor/check-backups.ts";
import { requireSealing } from "./backups.ts";
import { readSettings } from "./settings.ts";

test("the server makes no backups unless a folder for them is set", () => {
  expect(readSettings({}).backups).toBeUndefined();
  expect(readSettings({ BACKUP_DIR: "backups", BACKUP_KEY_FILE: "key" }).backups).toStrictEqual({
    folder: resolve("backups"),
    every: 3_600_000,
    keep: 24,
    secret: { keyFile: "key" },
  });
  const all = { BACKUP_DIR: "/mnt", BACKUP_EVERY: "30m", BACKUP_KEEP: "7", BACKUP_PASSPHRASE: "correct horse battery" };
  expect(readSettings(all).backups).toStrictEqual({
    folder: "/mnt",
    every: 1_800_000,
    keep: 7,
    secret: { passphrase: "correct horse battery" },
  });
});

test("settings that would make no backup are refused at the start, by name", () => {
  const refused = [
    [{ BACKUP_DIR: "/mnt" }, /^BACKUP_DIR needs a secret with which backups are sealed/],
    [{ BACKUP_EVERY: "1h" }, /^BACKUP_EVERY has no effect without BACKUP_DIR/],
    [{ BACKUP_KEEP: "3" }, /^BACKUP_KEEP has no effect without BACKUP_DIR/],
    [{ BACKUP_DIR: "/mnt", BACKUP_KEY_FILE: "k", BACKUP_EVERY: "hourly" }, /^BACKUP_EVERY must be a time such as 30m/],
    [{ BACKUP_DIR: "/mnt", BACKUP_KEY_FILE: "k", BACKUP_KEEP: "0" }, /^BACKUP_KEEP must be a whole number/],
    [{ BACKUP_KEY_FILE: "k", BACKUP_PASSPHRASE_FILE: "p" }, /^Set one of BACKUP_PASSPHRASE, /],
    [{ BACKUP_DRI: "/mnt" }, /Did you mean BACKUP_DIR/],
    [{ WAL_CHECKPOINT_PAGES: "-1" }, /^WAL_CHECKPOINT_PAGES must be a whole number/],
  ] as const;
  for (const [variables, message] of refused) expect(() => readSettings(variables)).toThrow(message);
});

test("an unusable backup secret is reported at the start and by the doctor, and a usable one is accepted", () => {
  const folder = temporaryFolder();
  const [short, key] = [join(folder, "short"), join(folder, "key")];
  writeFileSync(short, "1234567");
  writeFileSync(key, Buffer.alloc(32, 7), { mode: 0o600 });
  for (const [environment, reason] of [
    [{ BACKUP_KEY_FILE: join(folder, "missing") }, /missing can't be read \(ENOENT/],
    [{ BACKUP_KEY_FILE: short }, /The key file .*short is too short: it must have at least 32 bytes/],
    [{ BACKUP_PASSPHRASE_FILE: short }, /The passphrase in .*short is too short: it must have at least 8 characters\./],
    [{ BACKUP_PASSPHRASE: "1234567" }, /The passphrase is too short: it must have at least 8 characters\./],
  ] as const) {
    const variables = { BACKUP_DIR: folder, ...environment };
    const line = new RegExp(`^Backups into BACKUP_DIR can't be sealed: .*${reason.source}`);
    expect(() => requireSealing(readSettings(variables))).toThrow(line);
    expect(checkBackupSettings(variables)).toMatchObject({ status: "failed", detail: expect.stringMatching(line) });
  }
  const variables = { BACKUP_DIR: folder, BACKUP_KEY_FILE: key };
  expect(() => requireSealing(readSettings(variables))).not.toThrow();
  expect(checkBackupSettings(variables)).toBe(undefined);
  expect(checkBackupSettings({})).toBe(undefined);
});
