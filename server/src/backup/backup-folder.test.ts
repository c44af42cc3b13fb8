import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { backupFile, futureBackupWarning, listBackups, newestBackup, removeOldest } from "./backup-folder.ts";
import { parseDuration } from "./duration.ts";

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 22, 3, 4, 5);

test("backups are named after their time to the second, and listed newest first", () => {
  const folder = temporaryFolder();
  expect(backupFile(folder, start)).toBe(join(folder, "atrium-20261122T030405Z.backup"));
  for (const hours of [1, 0, 2]) writeFileSync(backupFile(folder, start + hours * HOUR), "");
  expect(listBackups(folder).map(({ createdAt }) => createdAt - start)).toStrictEqual([2 * HOUR, HOUR, 0]);
});

test("the oldest backups are deleted, other files and folders stay, and the one just made always stays", () => {
  const folder = temporaryFolder();
  for (let hour = 0; hour < 5; hour++) writeFileSync(backupFile(folder, start + hour * HOUR), "");
  const others = ["atrium-monday.backup", "notes.txt", "atrium-20261122T030405Z.backup.part-999999999"];
  for (const name of others) writeFileSync(join(folder, name), "");
  const folders = [backupFile(folder, start - HOUR), join(folder, "atrium.backup.part-999999999")];
  for (const path of folders) mkdirSync(path);
  const [newBackup, now] = [backupFile(folder, start + 4 * HOUR), start + 4 * HOUR];
  removeOldest(folder, { keep: 3, made: newBackup, now });
  expect(listBackups(folder).map(({ createdAt }) => (createdAt - start) / HOUR)).toStrictEqual([4, 3, 2]);
  removeOldest(folder, { keep: 0, made: newBackup, now });
  expect(listBackups(folder)).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => others.includes(name))).toStrictEqual(others.slice(0, 2));
  expect(folders.every((path) => existsSync(path))).toBe(true);
});

test("backups dated in the future are kept and reported, and do not count against the number to keep", () => {
  const folder = temporaryFolder();
  const leap = 365 * 24 * HOUR;
  const hours = () => listBackups(folder).map(({ createdAt }) => (createdAt - start) / HOUR);
  for (const at of [-1, 0, 1]) writeFileSync(backupFile(folder, start + at * HOUR), "");
  expect(futureBackupWarning(folder, start + HOUR)).toBeUndefined();
  writeFileSync(backupFile(folder, start + leap), "");
  expect(newestBackup(folder, start + HOUR)).toBe(start + HOUR);
  removeOldest(folder, { keep: 2, made: backupFile(folder, start + HOUR), now: start + HOUR });
  expect(hours()).toStrictEqual([leap / HOUR, 1, 0]);
  expect(futureBackupWarning(folder, start + HOUR)).toMatch(
    /^Backups are dated in the future: [^\n]*atrium-20271122T030405Z\.backup\. [^\n]*Check the clock[^\n]*$/,
  );
  // The clock was set back: all others are from the future, and the new one stays.
  const newBackup = backupFile(folder, start - leap);
  writeFileSync(newBackup, "");
  removeOldest(folder, { keep: 1, made: newBackup, now: start - leap });
  expect(hours()).toStrictEqual([leap / HOUR, 1, 0, -leap / HOUR]);
  // The clock was ahead while the backup was made: it is the oldest, and stays.
  removeOldest(folder, { keep: 1, made: newBackup, now: start + HOUR });
  expect(hours()).toStrictEqual([leap / HOUR, -leap / HOUR]);
});

test("a duration needs a unit, and is between a minute and 20 days", () => {
  expect(["90s", "30m", "1h", "2d"].map(parseDuration)).toStrictEqual([90_000, 1_800_000, HOUR, 48 * HOUR]);
  for (const text of ["", "1", "h", "1.5h", "30s", "0m", "21d", "1 h", "-1h"])
    expect(parseDuration(text)).toBeUndefined();
});
