import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { backupFile, listBackups, removeOldest } from "./backup-folder.ts";
import { parseDuration } from "./duration.ts";

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 22, 3, 4, 5);

test("backups are named after their time to the second, and listed from the newest on", () => {
  const folder = temporaryFolder();
  expect(backupFile(folder, start)).toBe(join(folder, "atrium-20261122T030405Z.backup"));
  for (const hours of [1, 0, 2]) writeFileSync(backupFile(folder, start + hours * HOUR), "");
  expect(listBackups(folder).map(({ createdAt }) => createdAt - start)).toStrictEqual([2 * HOUR, HOUR, 0]);
});

test("the oldest backups are deleted, other files stay, and one backup always stays", () => {
  const folder = temporaryFolder();
  for (let hour = 0; hour < 5; hour++) writeFileSync(backupFile(folder, start + hour * HOUR), "");
  const others = ["atrium-monday.backup", "notes.txt", "atrium-20261122T030405Z.backup.part-999999999"];
  for (const name of others) writeFileSync(join(folder, name), "");
  removeOldest(folder, 3);
  expect(listBackups(folder).map(({ createdAt }) => (createdAt - start) / HOUR)).toStrictEqual([4, 3, 2]);
  removeOldest(folder, 0);
  expect(listBackups(folder)).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => others.includes(name))).toStrictEqual(others.slice(0, 2));
});

test("a duration needs a unit, and is between a minute and 20 days", () => {
  expect(["90s", "30m", "1h", "2d"].map(parseDuration)).toStrictEqual([90_000, 1_800_000, HOUR, 48 * HOUR]);
  for (const text of ["", "1", "h", "1.5h", "30s", "0m", "21d", "1 h", "-1h"])
    expect(parseDuration(text)).toBeUndefined();
});
