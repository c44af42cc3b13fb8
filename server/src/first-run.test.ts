import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sweep } from "@atrium/functions/domain/sweep/jobs/sweep";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readCredentials } from "./data/credentials.ts";
import { readData } from "./data/data-folder.ts";
import { firstRun } from "./first-run.ts";
import { createLog } from "./log/log.ts";
import { openService } from "./service.ts";
import { readSettings } from "./settings/settings.ts";

// Any free port: a server may be running on the default one.
const environmentOf = (dataFolder: string) => ({ PORT: "0", ATRIUM_DATA: dataFolder });
const settingsOf = (dataFolder: string, environment = {}) =>
  readSettings({ ...environmentOf(dataFolder), ...environment });

/** The number of documents in the folder's world, or what is wrong with it. */
async function documents(folder: string): Promise<number> {
  const { snapshot } = await readData(folder);
  try {
    const collection = "apiKeys/ak_wGff1SdX7bdjzaIUdPI2Pi/organizations/meridian-press/documents";
    const other = "apiKeys/ak_TI5rgHt8zyp48hlqLgOXi6/organizations/open-source%2Fprotocol/documents";
    return (await snapshot.count({ collection })) + (await snapshot.count({ collection: other }));
  } finally {
    await snapshot.close();
  }
}

test("a new data folder gets the whole seed world once, with tokens that can be shown", async () => {
  const folder = join(temporaryFolder(), "data");
  expect(await firstRun(settingsOf(folder))).toBe(true);
  expect(
    readdirSync(folder)
      .filter((name) => !/-(shm|wal)$/.test(name))
      .sort(),
  ).toStrictEqual(["atrium.db", "secrets.json"]);
  const { snapshot, encryptionKey } = await readData(folder);
  const credentials = await readCredentials(snapshot, encryptionKey);
  await snapshot.close();
  expect(credentials.map(({ workspaceName }) => workspaceName)).toStrictEqual([
    "Meridian Press",
    "Protocol project 協作",
  ]);
  expect(credentials[0]?.apiKeys[0]?.authTokens[0]?.token ?? "").toMatch(/^at_/);
  const all = await documents(folder);
  expect(all).toBeGreaterThan(500);
  expect(await firstRun(settingsOf(folder))).toBe(false);
  expect(await documents(folder)).toBe(all);
});

test("the first sweep deletes nothing that a first run has just written", async () => {
  const settings = settingsOf(join(temporaryFolder(), "data"));
  await firstRun(settings);
  const { context } = await openService(settings, createLog("silent"));
  const infos: object[] = [];
  await sweep({ ...context, log: { ...context.log, info: (fields) => infos.push(fields) } });
  await context.store.close();
  expect(infos).toStrictEqual([{ deleted: {} }]);
});

test("ATRIUM_SEED=none starts empty", async () => {
  const folder = join(temporaryFolder(), "data");
  expect(await firstRun(settingsOf(folder, { ATRIUM_SEED: "none" }))).toBe(false);
  expect(() => readSettings({ ATRIUM_SEED: "some" })).toThrow(expect.objectContaining({ name: "SettingsError" }));
});

test("a first run that is killed at any moment leaves no partial world, and the next run loads it completely", async () => {
  const whole = join(temporaryFolder(), "data");
  await firstRun(settingsOf(whole));
  const documentCount = await documents(whole);
  let killed = 0;
  for (const pause of [0, 40, 80, 120]) {
    const folder = join(temporaryFolder(), "data");
    const script = `const { firstRun } = await import(${JSON.stringify(new URL("first-run.ts", import.meta.url))});
      const { readSettings } = await import(${JSON.stringify(new URL("settings/settings.ts", import.meta.url))});
      process.stdout.write("go");
      await firstRun(readSettings(${JSON.stringify(environmentOf(folder))}));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    await once(child.stdout, "data");
    await sleep(pause);
    child.kill("SIGKILL");
    const [, signal] = await exit;
    if (signal === "SIGKILL") killed++;
    await firstRun(settingsOf(folder));
    expect(await documents(folder)).toBe(documentCount);
    expect(readdirSync(folder).filter((name) => name.includes("first"))).toStrictEqual([]);
  }
  expectWithContext(killed, "no run was killed before its end").toBeGreaterThan(0);
});

test("two concurrent first runs leave one complete world", async () => {
  const folder = join(temporaryFolder(), "data");
  const script = `const { firstRun } = await import(${JSON.stringify(new URL("first-run.ts", import.meta.url))});
    const { readSettings } = await import(${JSON.stringify(new URL("settings/settings.ts", import.meta.url))});
    process.stdout.write(String(await firstRun(readSettings(${JSON.stringify(environmentOf(folder))}))));`;
  const runs = [1, 2].map(async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, "close");
    return [code, output];
  });
  const ends = await Promise.all(runs);
  expect(ends.map(([code]) => code)).toStrictEqual([0, 0]);
  expect(ends.filter(([, output]) => output === "true").length).toBe(1);
  expect(await documents(folder)).toBeGreaterThan(500);
});

test("a start removes the temporary file of a killed first run, but not that of a running one", async () => {
  const folder = temporaryFolder();
  const mine = join(folder, `atrium.db.first-${process.pid}`);
  writeFileSync(mine, "left by a process that had the same number");
  writeFileSync(join(folder, "atrium.db.first-999999999"), "left by a killed process");
  writeFileSync(join(folder, `atrium.db.first-${process.ppid}`), "under way");
  await firstRun(settingsOf(folder));
  expect(readdirSync(folder).filter((name) => name.includes("first"))).toStrictEqual([
    `atrium.db.first-${process.ppid}`,
  ]);
});
