import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { StoredAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { readDataFormat } from "@atrium/functions/store/sqlite/database";
import { FORMAT } from "@atrium/functions/store/sqlite/format";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { dump } from "@atrium/functions/testing/harness/store/store-dump";
import { expect, jest, test } from "@jest/globals";
import { smallDataFolder } from "../../testing/data-folders.ts";
import { layOut, readAllKeptData } from "../../testing/kept-data.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";
import { createLog } from "../log/log.ts";
import { prepareData } from "../prepare-data.ts";
import { readSettings } from "../settings/settings.ts";
import { createBackup } from "./create.ts";
import { restoreBackup } from "./restore.ts";
import type { SealingSecret } from "./sealing-key.ts";

const restoredAt = 1_790_000_000_000;
const secret: SealingSecret = { kind: "key file", bytes: randomBytes(32) };

/** A folder that was restored from a backup of the data. */
async function restoredFrom(data: string): Promise<string> {
  const folder = temporaryFolder();
  await createBackup(data, join(folder, "backup"), { secret });
  await restoreBackup(join(folder, "backup"), join(folder, "restored"), { secret, now: restoredAt });
  return join(folder, "restored");
}

/** Prepares the folder as a server does when it starts. */
const prepare = (dataFolder: string) => prepareData({ ...readSettings({}), dataFolder }, createLog("silent"));

/** The records of restores in the audit logs of a folder. */
async function restores(folder: string): Promise<StoredAuditRecord[]> {
  const { store } = await openData(folder);
  onTestFinished(() => store.close());
  const paths = Object.keys(await dump(store)).filter((path) => path.includes("/auditLog/"));
  const records = await store.getMany<StoredAuditRecord>(paths);
  return records.flatMap((doc) => (doc?.data.action === "data.restore" ? [doc.data] : []));
}

test("a restore is recorded when a server first opens the folder, with its own time, and once", async () => {
  const data = await smallDataFolder();
  const restored = await restoredFrom(data);
  for (let start = 0; start < 2; start++) {
    await prepare(restored);
    const [record, ...others] = await restores(restored);
    expect(others).toStrictEqual([]);
    expect([record?.actor, record?.time, record?.ip]).toStrictEqual(["operator", restoredAt, undefined]);
  }
  await prepare(data);
  expect(await restores(data)).toStrictEqual([]);
});

test("data of an earlier format is backed up unchanged; after a restore, a server upgrades it", async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => jest.restoreAllMocks());
  for (const keptData of readAllKeptData()) {
    const data = join(temporaryFolder(), "data");
    layOut(keptData, data);
    const restored = await restoredFrom(data);
    const formats = () => [data, restored].map((folder) => readDataFormat(join(folder, "atrium.db")).format);
    expect(formats()).toStrictEqual([keptData.format, keptData.format]);
    await prepare(restored);
    expect(formats()).toStrictEqual([keptData.format, FORMAT]);
    expect((await restores(restored)).length).toBeGreaterThan(0);
    expect(existsSync(join(restored, "atrium.restored.json"))).toBe(false);
  }
});
