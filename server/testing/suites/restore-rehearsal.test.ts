import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { listBackups } from "../../src/backup/backup-folder.ts";
import { readBackupNote } from "../../src/backup/backup-note.ts";
import { atrium } from "../atrium.ts";
import { newCredentials, type RunningServer, startServer } from "../running-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const place = { organizationId: "acme", documentId: "plan" };
/** How long a process may take for a backup, in ms. */
const PATIENCE = 60_000;

/** A server with an API key, a document, and a user token for it. */
async function prepare(data: string, environment: Record<string, string>) {
  const server = await startServer(data, environment);
  onTestFinished(async () => void (await server.end("SIGKILL")));
  const headers = await newCredentials(server);
  const call = async (path: string, body: unknown) => {
    const reply = await server.post(path, body, headers);
    expectWithContext(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.result.data;
  };
  await call("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin" }] });
  await call("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const comment = { annotationId: "budget", commentData: [{ commentText: "Is it?", from: { userId: "lin" } }] };
  await call("/v2/commentannotations/add", { ...place, commentAnnotations: [comment] });
  const { token } = await call("/v2/auth/generate_token", {
    userId: "lin",
    userProperties: { name: "Lin", email: "lin@example.com" },
    permissions: { resources: [{ type: "organization", id: "acme" }] },
  });
  return { server, headers, userHeaders: { authorization: `Bearer ${token}` } };
}

/** Adds users from several clients until `stop` returns true or the server has ended. Records each acknowledged user. */
async function keepAdding(server: RunningServer, headers: Record<string, string>, names: Map<string, string>) {
  const sender = async (side: number) => {
    for (let i = 0; ; i++) {
      const user = { userId: `${side}-${i}`, name: randomBytes(12).toString("hex") };
      const call = server.post("/v2/users/add", { organizationId: "acme", users: [user] }, headers);
      const reply = await call.catch(() => undefined);
      if (!reply) return;
      expectWithContext(reply.status, JSON.stringify(reply.body)).toBe(200);
      names.set(user.userId, user.name);
    }
  };
  await Promise.all([0, 1, 2, 3].map(sender));
}

/** Every user of the organization by id. */
async function readUsers(server: RunningServer, headers: Record<string, string>): Promise<Map<string, string>> {
  const users = new Map<string, string>();
  let pageToken: string | undefined;
  do {
    const { status, body } = await server.post(
      "/v2/users/get",
      { organizationId: "acme", pageSize: 100, pageToken },
      headers,
    );
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    for (const { userId, name } of body.result.data) users.set(userId, name);
    pageToken = body.result.nextPageToken ?? body.result.pageToken;
  } while (pageToken);
  return users;
}

/** A key file and its folder. */
function keyFile(): string {
  const file = join(temporaryFolder(), "backup.key");
  writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return file;
}

test.each(["1", "2"])(
  "with ATRIUM_WORKERS=%s everything acknowledged before a backup is restored from it, and earlier tokens remain valid",
  async (workers) => {
    const [data, key] = [join(temporaryFolder(), "data"), keyFile()];
    const { server, headers, userHeaders } = await prepare(data, { ATRIUM_WORKERS: workers });
    const names = new Map<string, string>();
    const adding = keepAdding(server, headers, names);
    while (names.size < 50) await sleep(10);
    const before = new Map(names);
    const file = join(temporaryFolder(), "atrium.backup");
    const result = await atrium(["backup", "--json", "--data", data, "--key-file", key, file]);
    expectWithContext(result.code, result.stderr).toBe(0);
    const after = names.size;
    expect(after).toBeGreaterThan(before.size);
    await server.end("SIGKILL");
    await adding;

    const restored = join(temporaryFolder(), "restored");
    const { code, stdout, stderr } = await atrium(["restore", "--json", "--key-file", key, file, restored]);
    expectWithContext(code, stderr).toBe(0);
    const again = await startServer(restored, { ATRIUM_WORKERS: workers });
    onTestFinished(async () => void (await again.end()));
    const users = await readUsers(again, headers);
    // The organization has no other users, except one that exists as an author.
    expect(JSON.parse(stdout).documents.users).toBe(users.size);
    for (const [userId, name] of before) expect([userId, users.get(userId)]).toStrictEqual([userId, name]);
    const { status, body } = await again.post("/v2/commentannotations/get", place, userHeaders);
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    expect(body.result.data).toMatchObject([{ annotationId: "budget", comments: [{ commentText: "Is it?" }] }]);
    const further = { organizationId: "acme", users: [{ userId: "after", name: "After" }] };
    expect((await again.post("/v2/users/add", further, headers)).status).toBe(200);
  },
);

test.each(["1", "2"])(
  "with ATRIUM_WORKERS=%s a server makes backups by itself, and one of them is restored",
  async (workers) => {
    const [data, backups, key] = [join(temporaryFolder(), "data"), temporaryFolder(), keyFile()];
    const { server, headers } = await prepare(data, {
      ATRIUM_WORKERS: workers,
      BACKUP_DIR: backups,
      BACKUP_KEY_FILE: key,
    });
    const end = Date.now() + PATIENCE;
    while (!readBackupNote(data).every && Date.now() < end) await sleep(50);
    const [backup] = listBackups(backups);
    expect(readBackupNote(data)).toMatchObject({ last: { file: backup?.file }, every: 3_600_000 });
    const restored = join(temporaryFolder(), "restored");
    const { code, stderr } = await atrium(["restore", "--key-file", key, backup?.file ?? "", restored]);
    expectWithContext(code, stderr).toBe(0);
    expect(await server.end()).toBe(0);
    const again = await startServer(restored);
    onTestFinished(async () => void (await again.end()));
    expect((await again.post("/v2/users/get", { organizationId: "acme" }, headers)).status).toBeLessThan(500);
  },
);

test("a failed backup is logged and reported by the doctor, and the server keeps serving", async () => {
  const [data, key] = [join(temporaryFolder(), "data"), keyFile()];
  const backups = join(temporaryFolder(), "not-mounted");
  const { server, headers } = await prepare(data, { BACKUP_DIR: backups, BACKUP_KEY_FILE: key });
  let log = "";
  server.process.stdout?.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const end = Date.now() + PATIENCE;
  while (!readBackupNote(data).failure && Date.now() < end) await sleep(50);
  expect(readBackupNote(data).failure?.reason).toMatch(/^There is no folder .*not-mounted for backups\./);
  expect((await server.post("/v2/users/get", { organizationId: "acme" }, headers)).status).toBe(200);
  const { stdout } = await atrium(["doctor", "--data", data]);
  expect(stdout).toMatch(/warning +backups +the last attempt failed .*not-mounted/);
  const exit = once(server.process, "close");
  expect(await server.end()).toBe(0);
  await exit;
  expect(log).toMatch(/"level":50.*There is no folder .*no backup was made/);
  expect(existsSync(backups)).toBe(false);
});
