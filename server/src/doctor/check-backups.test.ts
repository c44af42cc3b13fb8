import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { noteBackup } from "../backup/backup-note.ts";
import { checkBackups } from "./check-backups.ts";

const HOUR = 3_600_000;
const now = 1_800_000_000_000;

test("the doctor reports the age of the last backup, and warns if it is too old", () => {
  const folder = temporaryFolder();
  expect(checkBackups(folder, now)).toMatchObject({ status: "ok", detail: expect.stringMatching(/^none was made/) });
  noteBackup(folder, { last: { file: folder, at: now - 3 * HOUR } });
  expect(checkBackups(folder, now)).toStrictEqual({
    check: "backups",
    status: "ok",
    detail: `the last one was made 3 hours ago: ${folder}`,
  });
  expect(checkBackups(folder, now + 8 * 24 * HOUR).status).toBe("warning");
  noteBackup(folder, { last: { file: folder, at: now - 3 * HOUR }, every: HOUR });
  expect(checkBackups(folder, now)).toMatchObject({
    status: "warning",
    detail: expect.stringMatching(/3 hours ago.*old/),
  });
});

test("a failure is a warning until the next backup succeeds, and the interval is remembered", () => {
  const folder = temporaryFolder();
  noteBackup(folder, { last: { file: folder, at: now - HOUR }, every: HOUR });
  noteBackup(folder, { failure: { reason: "The disk is full.", at: now - 60_000 } });
  expect(checkBackups(folder, now)).toStrictEqual({
    check: "backups",
    status: "warning",
    detail: `the last attempt failed 1 minute ago (The disk is full.); the last one was made 1 hour ago: ${folder}`,
  });
  noteBackup(folder, { last: { file: folder, at: now } });
  expect(checkBackups(folder, now).status).toBe("ok");
  expect(checkBackups(folder, now + 3 * HOUR).status).toBe("warning");
});

test("a missing backup is a warning, however recent it was", () => {
  const folder = temporaryFolder();
  noteBackup(folder, { last: { file: join(folder, "gone.backup"), at: now - HOUR }, every: HOUR });
  expect(checkBackups(folder, now)).toMatchObject({
    status: "warning",
    detail: expect.stringMatching(/gone\.backup, but it no longer exists\. .*make a new one/),
  });
});
