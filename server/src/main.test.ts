import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FORMAT } from "@atrium/functions/store/sqlite/format";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { atrium } from "../testing/atrium.ts";
import { built } from "../testing/built-server.ts";
import { newCredentials, RunningServer, startServer } from "../testing/running-server.ts";
import { start } from "../testing/start.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Files with their bytes, without those that SQLite keeps beside the data file only while it is open. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !/-(shm|wal)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "base64")]));
}

/** A data folder of a server that has ended, created once for all tests. */
const original = mkdtempSync(join(tmpdir(), "atrium-used-"));
beforeAll(async () => {
  const server = await startServer(original);
  await newCredentials(server);
  expect(await server.end()).toBe(0);
});
afterAll(() => rmSync(original, { recursive: true }));

/** A copy of `original`. */
function usedFolder(): string {
  const folder = join(temporaryFolder(), "data");
  cpSync(original, folder, { recursive: true });
  // Copying the folder makes it accessible to others.
  chmodSync(folder, 0o700);
  return folder;
}

/** Expects the start to end with exit code 1 and one line. */
async function refused(dataFolder: string, line: RegExp, environment?: Record<string, string>) {
  const { output, end } = start(dataFolder, environment);
  expectWithContext(await end, output.stdout + output.stderr).toBe(1);
  expect(output.stdout).toBe("");
  expect(output.stderr).toMatch(line);
  expectWithContext(output.stderr.trimEnd().split("\n").length, output.stderr).toBe(1);
}

/** A port that another program listens on. */
async function takenPort(): Promise<string> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => other.close());
  return String((other.address() as AddressInfo).port);
}

test("a start whose output is not a terminal prints no secret, but says how to get secrets", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = start(folder);
  const ending = "Atrium listens on http://127\\.0\\.0\\.1:\\d+ and keeps its data in .*";
  expect(await first.listening).toMatch(new RegExp(`^A demo world has been loaded\\.\\n${ending}`));
  first.child.kill("SIGTERM");
  expect(await first.end).toBe(0);

  const second = start(folder);
  expect(await second.listening).toMatch(new RegExp(`^${ending}`));
  expect(second.output.stderr).toBe("");
  second.child.kill("SIGTERM");
  await second.end;
  expect(first.output.stdout + second.output.stdout).toMatch(
    /`npx atrium credentials --data \S+` shows ids and tokens/,
  );
  expect(first.output.stdout + second.output.stdout).not.toMatch(/[aw]t_|#code/);
});

test("several workers load the demo once, share the port and shut down together", async () => {
  const folder = join(temporaryFolder(), "data");
  const { child, listening, end, output } = start(folder, { ATRIUM_WORKERS: "2" });
  const printed = await listening;
  expectWithContext(printed.match(/^A demo world has been loaded\./gm)?.length, printed).toBe(1);
  const url = /listens on (\S+)/.exec(printed)?.[1];
  const health = (await (await fetch(`${url}/health`)).json()) as { status: string };
  expect(health.status).toBe("ok");
  child.kill("SIGINT");
  expect(await end).toBe(0);
  expect(output.stderr).toBe("");
});

test("a port in use is one line that says what to do, and does not count as the first run", async () => {
  const port = await takenPort();
  const line = new RegExp(
    `^atrium: Port ${port} is taken on 127\\.0\\.0\\.1\\. Stop what uses it, or start with PORT=${Number(port) + 1}\\.$`,
    "m",
  );
  const used = usedFolder();
  const before = contents(used);
  await refused(used, line, { PORT: port });
  await refused(used, line, { PORT: port, ATRIUM_WORKERS: "3" });
  expect(contents(used)).toStrictEqual(before);
  const fresh = join(temporaryFolder(), "data");
  await refused(fresh, line, { PORT: port });
  expect(await start(fresh).listening).toMatch(/A demo world has been loaded/);
});

test("a second server on a folder is one line, until the first has ended or was killed", async () => {
  const line = /^atrium: Another server uses the data in .*\. Stop it first, or give this one a folder of its own/;
  for (const ATRIUM_WORKERS of ["1", "2"]) {
    const folder = usedFolder();
    const first = start(folder, { ATRIUM_WORKERS });
    expect(await first.listening).toMatch(/listens on /);
    await refused(folder, line);
    await refused(folder, line, { ATRIUM_WORKERS: "2" });
    first.child.kill("SIGKILL");
    await first.end;
    expect(await start(folder).listening).toMatch(/listens on /);
  }
});

test("a folder that can't be written is one line, and nothing is created", async () => {
  const line =
    /^atrium: The data folder .* can't be written \(.*\)\. Check its permissions, or point ATRIUM_DATA at another folder\.$/m;
  await refused("/dev/null/x", line);
  if (process.platform === "linux") await refused("/proc/x/y", line);
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "a file, no folder");
  await refused(file, line);
  await refused(file, line, { ATRIUM_WORKERS: "2" });
  expect(readFileSync(file, "utf8")).toBe("a file, no folder");
});

function changeTables(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, "atrium.db"));
  db.exec(sql);
  db.close();
}

test("a corrupt data file is one line, and no byte of it changes", async () => {
  const garbage = usedFolder();
  writeFileSync(join(garbage, "atrium.db"), "This is not a database. ".repeat(400));
  const cut = usedFolder();
  const file = join(cut, "atrium.db");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, 4096, statSync(file).size));
  const withoutTable = usedFolder();
  changeTables(withoutTable, "DROP TABLE docs");
  const withoutColumn = usedFolder();
  changeTables(withoutColumn, "ALTER TABLE docs RENAME COLUMN data TO bytes");
  const foreign = join(temporaryFolder(), "data");
  mkdirSync(foreign);
  const db = new DatabaseSync(join(foreign, "atrium.db"));
  db.exec("CREATE TABLE somebody_elses (x)");
  db.close();
  writeFileSync(join(foreign, "secrets.json"), readFileSync(join(cut, "secrets.json")));
  for (const [folder, line] of [
    [garbage, /^atrium: .*atrium\.db is damaged or not a database .*Restore it from a backup/],
    [cut, /^atrium: .*atrium\.db is damaged or not a database .*Restore it from a backup/],
    [withoutTable, /^atrium: .*atrium\.db is damaged: its table `docs` is missing .*Restore it from a backup/],
    [withoutColumn, /^atrium: .*atrium\.db is damaged: its table `docs` is missing .*Restore it from a backup/],
    [foreign, /^atrium: .*atrium\.db is not an Atrium database\. Point ATRIUM_DATA at another folder\./],
  ] as const) {
    const before = contents(folder);
    await refused(folder, line);
    expect(contents(folder)).toStrictEqual(before);
  }
});

test("an empty data file beside secrets is refused in one line instead of being set up as new", async () => {
  const cut = usedFolder();
  truncateSync(join(cut, "atrium.db"));
  const withoutTables = usedFolder();
  rmSync(join(withoutTables, "atrium.db"));
  const db = new DatabaseSync(join(withoutTables, "atrium.db"));
  db.exec("PRAGMA journal_mode=WAL");
  db.close();
  for (const folder of [cut, withoutTables]) {
    const before = contents(folder);
    for (const ATRIUM_SEED of ["none", "world"])
      await refused(
        folder,
        /^atrium: .*atrium\.db is empty\. Restore it from a backup, or remove it and the secrets beside it to begin with new data\.$/m,
        { ATRIUM_SEED },
      );
    expect(contents(folder)).toStrictEqual(before);
    rmSync(join(folder, "atrium.db"));
    rmSync(join(folder, "secrets.json"));
    const begun = start(folder, { ATRIUM_SEED: "none" });
    expect(await begun.listening).toMatch(/listens on /);
    expect(begun.output.stderr).toBe("");
  }
});

test("a data file that is missing from a used folder is one line, and no empty one replaces it", async () => {
  const folder = usedFolder();
  rmSync(join(folder, "atrium.db"));
  const before = contents(folder);
  const line =
    /^atrium: \S+atrium\.db is missing, although \S+ has had data before\. Restore a backup into a new folder with .*, or remove \S+secrets\.json to start with new data\.$/m;
  for (const ATRIUM_SEED of ["none", "world"])
    for (const ATRIUM_WORKERS of ["1", "2"]) await refused(folder, line, { ATRIUM_SEED, ATRIUM_WORKERS });
  expect(contents(folder)).toStrictEqual(before);
});

test("a first start that was killed before it created data is repeated", async () => {
  const folder = usedFolder();
  for (const name of readdirSync(folder)) if (name !== "secrets.json") rmSync(join(folder, name));
  const begun = start(folder, { ATRIUM_SEED: "none" });
  expect(await begun.listening).toMatch(/listens on /);
  expect(begun.output.stderr).toMatch(
    /^atrium: .*atrium\.db is missing beside secrets\.json: this start creates new data\./m,
  );
});

test("lost or broken secrets are one line, and no new ones are created", async () => {
  const folder = usedFolder();
  for (const text of ['{"encryptionKey":"c2hvcnQ=","signingKeys":[]}', "{}", "null"]) {
    writeFileSync(join(folder, "secrets.json"), text);
    const before = contents(folder);
    await refused(folder, /^atrium: .*secrets\.json can't be read \(incomplete\)\. Restore it from a backup\.$/m);
    expect(contents(folder)).toStrictEqual(before);
  }
});

test("a data file of a newer Atrium is one line, and no byte of it changes", async () => {
  const folder = usedFolder();
  const db = new DatabaseSync(join(folder, "atrium.db"));
  const format = FORMAT + 1;
  db.exec(`PRAGMA user_version=${format}`);
  db.exec(`INSERT INTO formats VALUES (${format}, '7.1.0', 0)`);
  db.close();
  const before = contents(folder);
  await refused(
    folder,
    new RegExp(
      `^atrium: .* was written by a newer Atrium, 7\\.1\\.0 \\(data format ${format}; .*knows ${FORMAT}\\)\\. Update Atrium to 7\\.1\\.0 or later, restore the backup`,
    ),
  );
  expect(contents(folder)).toStrictEqual(before);
});

test("an invalid setting is one line with its name", async () => {
  await refused(
    join(temporaryFolder(), "data"),
    /^atrium: PORT must be a whole number from 0 to 65535, not "abc"\.$/m,
    {
      PORT: "abc",
    },
  );
});

test("a log file that can't be written is one line, and no data is created", async () => {
  const folder = join(temporaryFolder(), "data");
  const line = /^atrium: The log can't be kept in .*missing\/atrium\.log \(ENOENT.*Set LOG_FILE to a file/m;
  const environment = { LOG_FILE: join(temporaryFolder(), "missing", "atrium.log") };
  await refused(folder, line, environment);
  await refused(folder, line, { ...environment, ATRIUM_WORKERS: "2" });
  expect(existsSync(folder)).toBe(false);
});

test("backup settings without a usable key are one line, and no data is created", async () => {
  const folder = join(temporaryFolder(), "data");
  const line = /^atrium: Backups into BACKUP_DIR can't be sealed: The passphrase is too short/m;
  await refused(folder, line, { BACKUP_DIR: tmpdir(), BACKUP_PASSPHRASE: "1234567" });
  expect(existsSync(folder)).toBe(false);
});

test("notices about the settings are written to standard error, once for all workers", async () => {
  const line = "atrium: There is no setting ATRIUM_COLOUR; it is ignored. docs/settings.md lists the settings.\n";
  for (const ATRIUM_WORKERS of ["1", "2"]) {
    const folder = join(temporaryFolder(), "data");
    const { child, end, listening, output } = start(folder, {
      ATRIUM_COLOUR: "green",
      ATRIUM_SEED: "none",
      ATRIUM_WORKERS,
    });
    await listening;
    child.kill("SIGTERM");
    await end;
    expect(output.stderr).toBe(line);
  }
});

test("no log line and no finding of the doctor contains a token", async () => {
  const folder = join(temporaryFolder(), "data");
  const { child, end, listening, output } = start(folder, { LOG_LEVEL: "debug", ATRIUM_SEED: "none" });
  const url = /listens on (\S+)/.exec(await listening)?.[1] ?? "";
  const server = new RunningServer(child, url);
  const headers = await newCredentials(server);
  const token = headers["x-service-auth-token"] ?? "";
  await server.post("/v2/users/add", { organizationId: "acme", users: [{ userId: token }, 7] }, headers);
  await server.post(
    `/v2/${token}?token=${token}`,
    { token },
    { "x-request-id": "x", authorization: `Bearer ${token}` },
  );
  await server.post("/v2/users/get", {}, { ...headers, "x-service-auth-token": `${token}x`, "x-forwarded-for": token });
  const doctor = await atrium(["doctor", "--full", "--data", folder]);
  expectWithContext(doctor.code, doctor.stdout).toBe(0);
  child.kill("SIGTERM");
  await end;
  expectWithContext(output.stdout.split('"message":"request"').length, "the calls are logged").toBeGreaterThan(4);
  for (const text of [output.stdout, output.stderr, doctor.stdout, doctor.stderr])
    expect(text).not.toMatch(/\b(at|wt)_\w{20}/);
});

/** Begins a call without its body; resolves once the server has its head. */
async function beginCall(server: RunningServer, headers: Record<string, string>, body: string) {
  const call = request(`${server.url}/v2/users/add`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
      ...headers,
    },
  });
  call.flushHeaders();
  await once(call, "continue");
  return async () => {
    call.end(body);
    const [response] = await once(call, "response");
    response.resume();
    return response.statusCode as number;
  };
}

for (const signal of ["SIGTERM", "SIGINT"] as const)
  test(`${signal} lets a running request end, then exits with 0; its writes are present after a restart`, async () => {
    const folder = join(temporaryFolder(), "data");
    const server = await startServer(folder);
    const headers = await newCredentials(server);
    const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: signal }] } });
    const complete = await beginCall(server, headers, body);
    const ended = server.end(signal);
    // The server has stopped listening once a new connection is refused.
    await expect(async () => {
      for (;;) await fetch(`${server.url}/health`, { headers: { connection: "close" } });
    }).rejects.toThrow();
    // A single Ctrl-C arrives several times: from the terminal, from npm and from the start script.
    server.process.kill(signal);
    expect(await complete()).toBe(200);
    expect(await ended).toBe(0);
    const again = await startServer(folder);
    const { body: reply } = await again.post("/v2/users/get", { organizationId: "acme" }, headers);
    expect(reply.result.data[0].userId).toBe(signal);
    expect(await again.end()).toBe(0);
  });

test("kill -9 loses no acknowledged write", async () => {
  const folder = join(temporaryFolder(), "data");
  const server = await startServer(folder);
  const headers = await newCredentials(server);
  const users = Array.from({ length: 40 }, (_, i) => `user-${String(i).padStart(2, "0")}`);
  await Promise.all(
    users.map(async (userId) => {
      const { status } = await server.post("/v2/users/add", { organizationId: "acme", users: [{ userId }] }, headers);
      expect(status).toBe(200);
    }),
  );
  expect(await server.end("SIGKILL")).toBe("SIGKILL");
  const again = await startServer(folder);
  const { body } = await again.post("/v2/users/get", { organizationId: "acme" }, headers);
  expect(body.result.data.map(({ userId }: { userId: string }) => userId)).toStrictEqual(users);
  expect(await again.end()).toBe(0);
});

/** For NODE_OPTIONS: a process runs the code before anything else. */
const preload = (code: string) => `--import ${JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`)}`;

/** For NODE_OPTIONS of a process: once the file exists, the disk fails to flush. */
const brokenDisk = (file: string) =>
  preload(
    `import fs from "node:fs"; const { fdatasync } = fs;
     fs.fdatasync = (fd, done) => fs.existsSync(${JSON.stringify(file)})
       ? setImmediate(done, new Error("EIO: i/o error, fdatasync")) : fdatasync(fd, done);`,
  );

for (const ATRIUM_WORKERS of ["1", "2"])
  test(`a disk that fails to confirm a write ends the server of ${ATRIUM_WORKERS} in one line, and no write is acknowledged`, async () => {
    const folder = usedFolder();
    const file = join(temporaryFolder(), "broken");
    const { child, end, listening, output } = start(folder, { ATRIUM_WORKERS, NODE_OPTIONS: brokenDisk(file) });
    const server = new RunningServer(child, /listens on (\S+)/.exec(await listening)?.[1] ?? "");
    writeFileSync(file, "");
    const reply = await server
      .post("/v2/workspace/create", { ownerEmail: "ada@example.com" }, {})
      .catch(() => undefined);
    expect(reply?.status ?? 503).toBe(503);
    expect(await end).toBe(1);
    expect(output.stderr).toMatch(/^atrium: .*EIO: i\/o error, fdatasync.*Check the disk.*\n$/);
  });

for (const ATRIUM_WORKERS of ["1", "2"])
  test(`a data file that is replaced or deleted under a server of ${ATRIUM_WORKERS} ends it in one line`, async () => {
    for (const happened of ["replaced", "deleted"]) {
      const folder = usedFolder();
      const { end, listening, output } = start(folder, { ATRIUM_WORKERS });
      await listening;
      if (happened === "replaced") renameSync(join(usedFolder(), "atrium.db"), join(folder, "atrium.db"));
      else rmSync(folder, { recursive: true });
      expect(await end).toBe(1);
      const reason = happened === "replaced" ? "replaced by another file" : "deleted";
      expect(output.stderr).toMatch(
        new RegExp(`^atrium: \\S+atrium\\.db was ${reason} while.*Stop the server before.*\n$`),
      );
    }
  });

/** For NODE_OPTIONS of a process: every file system is of this type. */
const diskOfType = (type: number) =>
  preload(
    `import fs from "node:fs";
    const statfsSync = fs.statfsSync;
    fs.statfsSync = (...rest) => Object.assign(statfsSync(...rest), { type: ${type} });`,
  );

for (const [name, type] of Object.entries({
  NFS: 0x6969,
  "9p": 0x01021997,
  "FUSE or virtiofs": 0x65735546,
  ext4: 0xef53,
}))
  test(`${name === "ext4" ? "no warning names" : "the start and the doctor warn of"} a data folder on ${name}`, async () => {
    const folder = join(temporaryFolder(), "data");
    const NODE_OPTIONS = diskOfType(type);
    const { child, end, listening, output } = start(folder, { NODE_OPTIONS, LOG_LEVEL: "info", ATRIUM_SEED: "none" });
    expect(await listening).toMatch(/listens on/);
    child.kill("SIGTERM");
    expect(await end).toBe(0);
    const { stdout } = spawnSync(process.execPath, [built("cli.cjs"), "doctor", "--data", folder], {
      env: { ...process.env, NODE_OPTIONS },
      encoding: "utf8",
    });
    const log = readFileSync(join(folder, "atrium.log"), "utf8");
    const warning = `${folder} is on a network or shared file system (${name}), which can damage the data file. Move it`;
    for (const text of [output.stderr, log, stdout]) expect(text.includes(warning)).toBe(name !== "ext4");
  });

/** For NODE_OPTIONS of a server: its second worker begins to start once the file exists. */
const lateWorker = (file: string) =>
  preload(
    `import cluster from "node:cluster"; import fs from "node:fs";
     while (cluster.worker?.id === 2 && !fs.existsSync(${JSON.stringify(file)}))
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);`,
  );

/** Puts a link to itself in place of the data file, in one step. */
function makeUnreadable(folder: string): void {
  symlinkSync("atrium.db", join(folder, "link"));
  renameSync(join(folder, "link"), join(folder, "atrium.db"));
}

for (const [happened, change, line] of [
  [
    "was deleted",
    (folder) => rmSync(folder, { recursive: true }),
    /^atrium: \S+atrium\.db was deleted while.*Stop the server before.*\n$/,
  ],
  ["can't be read any more", makeUnreadable, /^atrium: \S+atrium\.db is missing, although.*\n$/],
] as [string, (folder: string) => void, RegExp][])
  test(`a worker that starts after the data file ${happened} creates no other file, and says why in one line`, async () => {
    const folder = usedFolder();
    const file = join(temporaryFolder(), "changed");
    const { end, listening, output } = start(folder, { ATRIUM_WORKERS: "2", NODE_OPTIONS: lateWorker(file) });
    await listening;
    change(folder);
    writeFileSync(file, "");
    expect(await end).toBe(1);
    expect(output.stderr).toMatch(line);
    expect(existsSync(join(folder, "atrium.db"))).toBe(false);
  });

test("a start after the data file was replaced, under the server or after its kill, applies no log to a file that it does not belong to", async () => {
  const isWhole = (file: string) => {
    const db = new DatabaseSync(file, { readOnly: true });
    const [row] = db.prepare("PRAGMA integrity_check").all();
    db.close();
    return Object.values(row ?? {})[0];
  };
  for (const ending of ["replaced", "killed"] as const) {
    const folder = usedFolder();
    const file = join(folder, "atrium.db");
    const server = await startServer(folder);
    await newCredentials(server);
    if (ending === "killed") await server.end("SIGKILL");
    // As `cp` of another folder's file would, once the server has ended.
    cpSync(join(original, "atrium.db"), `${file}.new`);
    const other = new DatabaseSync(`${file}.new`);
    other.exec("UPDATE meta SET value = value + 1000 WHERE key = 'sequence'");
    other.close();
    const end = once(server.process, "exit");
    renameSync(`${file}.new`, file);
    if (ending === "killed") {
      await refused(
        folder,
        /^atrium: \S+atrium\.db-wal is the log of another data file.* Move \S+-wal and \S+-shm away/,
      );
      for (const suffix of ["-wal", "-shm"]) renameSync(file + suffix, `${file}.away${suffix}`);
    } else {
      await end;
      expect(readdirSync(folder).filter((name) => /gone-\d{8}T\d{6}Z-(wal|shm)$/.test(name)).length).toBe(2);
      expect(existsSync(`${file}-wal`)).toBe(false);
    }
    const again = await startServer(folder);
    await newCredentials(again);
    expect(await again.end()).toBe(0);
    expect(isWhole(file)).toBe("ok");
  }
});

for (const ATRIUM_WORKERS of ["1", "2"])
  test(`a data file that was moved away under a server of ${ATRIUM_WORKERS} and is moved back contains all acknowledged writes`, async () => {
    const folder = usedFolder();
    const file = join(folder, "atrium.db");
    const server = await startServer(folder, { ATRIUM_WORKERS });
    const headers = await newCredentials(server);
    const end = once(server.process, "exit");
    renameSync(file, `${file}.moved`);
    await end;
    renameSync(`${file}.moved`, file);
    const again = await startServer(folder, { ATRIUM_WORKERS });
    const users = [{ userId: "ada", name: "Ada", email: "ada@example.com" }];
    expect((await again.post("/v2/users/add", { organizationId: "acme", users }, headers)).status).toBe(200);
    expect(await again.end()).toBe(0);
  });

for (const versions of [
  { node: "20.19.5", sqlite: undefined },
  { node: "24.14.1", sqlite: "3.51.2" },
])
  test(`with Node ${versions.node}, one line says which version is needed`, () => {
    const preload = join(temporaryFolder(), "older.cjs");
    writeFileSync(
      preload,
      `Object.defineProperty(process, "versions", { value: { ...process.versions, sqlite: undefined, ...${JSON.stringify(versions)} } });`,
    );
    for (const name of ["main.cjs", "cli.cjs"]) {
      const { status, stderr } = spawnSync(process.execPath, ["--require", preload, built(name)], { encoding: "utf8" });
      const needed = "Atrium needs Node 24.15 or newer, or Node 22 from 22.22.3 on";
      const why = "with an earlier one, SQLite can damage the data file";
      expect([status, stderr]).toStrictEqual([1, `${needed}: ${why}. This is Node ${versions.node}.\n`]);
    }
  });
