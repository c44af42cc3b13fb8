import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readCredentials } from "./data/credentials.ts";
import { readData } from "./data/data-folder.ts";
import { firstRun } from "./first-run.ts";
import { readSettings } from "./settings/settings.ts";

const settingsOf = (dataFolder: string, environment = {}) => ({ ...readSettings(environment), dataFolder });

/** How many documents the world in the folder has, or what is wrong with it. */
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

test("a new data folder gets the whole seed world once, with tokens that can be shown", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  assert.equal(await firstRun(settingsOf(folder)), true);
  assert.deepEqual(
    readdirSync(folder)
      .filter((name) => !/-(shm|wal)$/.test(name))
      .sort(),
    ["atrium.db", "secrets.json"],
  );
  const { snapshot, encryptionKey } = await readData(folder);
  const credentials = await readCredentials(snapshot, encryptionKey);
  await snapshot.close();
  assert.deepEqual(
    credentials.map(({ workspaceName }) => workspaceName),
    ["Meridian Press", "Protocol project 協作"],
  );
  assert.match(credentials[0]?.apiKeys[0]?.authTokens[0]?.token ?? "", /^at_/);
  const all = await documents(folder);
  assert.ok(all > 500);
  assert.equal(await firstRun(settingsOf(folder)), false);
  assert.equal(await documents(folder), all);
});

test("ATRIUM_SEED=none starts empty", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  assert.equal(await firstRun(settingsOf(folder, { ATRIUM_SEED: "none" })), false);
  assert.throws(() => readSettings({ ATRIUM_SEED: "some" }), { name: "SettingsError" });
});

test("killed at any moment, a first run leaves no half world, and the next one is whole", async (t) => {
  const whole = join(temporaryFolder(t), "data");
  await firstRun(settingsOf(whole));
  const wanted = await documents(whole);
  let killed = 0;
  for (const pause of [0, 40, 80, 120]) {
    const folder = join(temporaryFolder(t), "data");
    const script = `const { firstRun } = await import(${JSON.stringify(new URL("first-run.ts", import.meta.url))});
      const { readSettings } = await import(${JSON.stringify(new URL("settings.ts", import.meta.url))});
      process.stdout.write("go");
      await firstRun({ ...readSettings({}), dataFolder: ${JSON.stringify(folder)} });`;
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
    assert.equal(await documents(folder), wanted);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes("first")),
      [],
    );
  }
  assert.ok(killed > 0, "no run was killed before its end");
});

test("two first runs at once leave one whole world", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  const script = `const { firstRun } = await import(${JSON.stringify(new URL("first-run.ts", import.meta.url))});
    const { readSettings } = await import(${JSON.stringify(new URL("settings.ts", import.meta.url))});
    process.stdout.write(String(await firstRun({ ...readSettings({}), dataFolder: ${JSON.stringify(folder)} })));`;
  const runs = [1, 2].map(async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, "close");
    return [code, said];
  });
  const ends = await Promise.all(runs);
  assert.deepEqual(
    ends.map(([code]) => code),
    [0, 0],
  );
  assert.equal(ends.filter(([, said]) => said === "true").length, 1);
  assert.ok((await documents(folder)) > 500);
});

test("a file that a killed first run left is taken away, one of a run under way is not", async (t) => {
  const folder = temporaryFolder(t);
  const mine = join(folder, `atrium.db.first-${process.pid}`);
  writeFileSync(mine, "left by a process that had the same number");
  writeFileSync(join(folder, "atrium.db.first-999999999"), "left by a killed process");
  writeFileSync(join(folder, `atrium.db.first-${process.ppid}`), "under way");
  await firstRun(settingsOf(folder));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes("first")),
    [`atrium.db.first-${process.ppid}`],
  );
});
