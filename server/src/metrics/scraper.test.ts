import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { credentialHeaders, type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { newCredentials, startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { noteBackup } from "../backup/backup-note.ts";
import { createHttpServer } from "../http-server.ts";
import { Connections } from "../load/connections.ts";
import { createIsOperator } from "./operator.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import { registerServerMetrics } from "./register.ts";
import { Scraper } from "./scraper.ts";

/** A server of one process with all its metrics. */
async function rig() {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const metrics = new ProcessMetrics(log);
  const w: World = await world({ metrics });
  const dataFolder = temporaryFolder();
  const queue = w.context.queue as StoreQueue;
  registerServerMetrics(metrics, {
    context: w.context,
    queue,
    log: { ...log, dropped: 3, flush: async () => undefined },
    dataFolder,
  });
  const report = { running: undefined, write: undefined, disk: undefined, queue: undefined };
  const readiness = { report: async () => report, end: () => undefined } as never;
  const scraper = new Scraper(metrics);
  const app = createHttpServer(w.context, {
    operator: { readiness, scraper, isOperator: createIsOperator(undefined) },
  });
  new Connections(app.server, { limits: { total: 0, perAddress: 0 }, log, metrics });
  onTestFinished(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const scrape = async (headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/metrics`, { headers: { connection: "close", ...headers } });
    const body = await reply.text();
    return { status: reply.status, body, samples: samplesOf(body), type: reply.headers.get("content-type") };
  };
  return { w, app, metrics, scrape, dataFolder };
}

/** The samples of an exposition, by their name and labels as text. */
function samplesOf(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => /^(.+) (\S+)$/.exec(line)?.slice(1) ?? []).map(([name, value]) => [name, Number(value)]),
  );
}

test("browsers never guess the type of a page that the host answers itself, refusals included", async () => {
  const { app } = await rig();
  for (const [url, method] of [
    ["/metrics", "GET"],
    ["/ready", "GET"],
    ["/health", "GET"],
    ["/", "GET"],
    ["/metrics", "POST"],
  ] as const) {
    const { headers } = await app.inject({ url, method });
    expect([url, headers["x-content-type-options"]]).toStrictEqual([url, "nosniff"]);
  }
});

test("a scrape gets all families in OpenMetrics, and a client that accepts plain text gets Prometheus' older format", async () => {
  const { w, app, scrape } = await rig();
  const url = "/v2/users/add";
  const headers = { "content-type": "application/json", ...credentialHeaders(w.tenant) };
  await app.inject({
    method: "POST",
    url,
    headers,
    payload: { data: { organizationId: "acme", users: [{ userId: "ada" }] } },
  });
  const open = await scrape();
  expect(open.type).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(open.body).toMatch(/^# TYPE atrium_requests counter$/m);
  expect(open.body).toMatch(/\n# EOF\n$/);
  const plain = await scrape({ accept: "text/plain;version=0.0.4" });
  expect(plain.type).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(plain.body).toMatch(/^# TYPE atrium_requests_total counter$/m);
  for (const { samples } of [open, plain]) {
    expect(samples['atrium_requests_total{path="/v2/users/add",status="200"}']).toBe(1);
    expect(samples[`atrium_api_key_requests_total{api_key="${w.tenant.apiKeyId}"}`]).toBe(1);
    expect(samples.atrium_log_lines_dropped_total).toBe(3);
    expect(samples.atrium_workers).toBe(1);
    expect(samples.process_resident_memory_bytes).toBeGreaterThan(1e6);
  }
});

test("no quantile of the event loop's lag is reported before it was measured", async () => {
  const { scrape } = await rig();
  const lags = async () => {
    const { samples } = await scrape();
    return Object.entries(samples).filter(([name]) => /^nodejs_eventloop_lag_(p\d+|max|mean)_/.test(name));
  };
  expect(await lags()).toStrictEqual([]);
  let measured: [string, number][] = [];
  while (measured.length <= 3) measured = await lags();
  for (const [name, value] of measured) expectWithContext(value, name).toBeGreaterThan(0.001);
});

test("the depth of the queue counts waiting, scheduled and failed tasks, with the age of the oldest", async () => {
  const { w, scrape } = await rig();
  const now = w.context.now();
  const task = (nextAt: number) => ({ job: "sweep", payload: {}, dueAt: nextAt, nextAt });
  await w.context.store.commit([
    { op: "set", path: "tasks/a", data: task(now - 5000) },
    { op: "set", path: "tasks/b", data: task(now - 1000) },
    { op: "set", path: "tasks/c", data: task(now + 1000) },
    { op: "set", path: "tasks/d", data: { job: "sweep", payload: {}, failedAt: now } },
  ]);
  const { samples } = await scrape();
  expect(samples['atrium_queue_tasks_waiting{job="sweep"}']).toBe(2);
  expect(samples['atrium_queue_tasks_scheduled{job="sweep"}']).toBe(1);
  expect(samples.atrium_queue_tasks_parked).toBe(1);
  expect(samples.atrium_queue_oldest_due_seconds).toBe(5);
});

test("waiting deliveries are counted, and attempts by their outcome", async () => {
  const { w, scrape } = await rig();
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  await w.ok("/v2/workspace/advancedwebhook/endpoints/create", {
    url: "https://example.com/hook",
    filterTypes: ["user.add"],
  });
  w.receivers.answer = () => ({ status: 500, body: "" });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }, { userId: "lin" }] });
  await w.drain();
  const failing = (await scrape()).samples;
  expect(failing['atrium_delivery_attempts_total{outcome="retried"}']).toBeGreaterThan(0);
  expect(failing.atrium_deliveries_waiting).toBe(2);
  // Names used in queries or alerts must not contain spaces.
  const caches = Object.keys(failing).flatMap((name) => /cache="([^"]*)"/.exec(name)?.[1] ?? []);
  expect(caches).toContain("slotted-endpoints");
  for (const cache of caches) expect(cache).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("the time of the last backup is exported once there is one, and whether the last attempt failed", async () => {
  const { scrape, dataFolder } = await rig();
  const backups = async () => {
    const { samples } = await scrape();
    return [samples.atrium_last_backup_timestamp_seconds, samples.atrium_last_backup_failed];
  };
  expect(await backups()).toStrictEqual([undefined, 0]);
  noteBackup(dataFolder, { last: { file: "atrium.backup", at: 1_790_000_000_500 } });
  expect(await backups()).toStrictEqual([1_790_000_000.5, 0]);
  noteBackup(dataFolder, { failure: { reason: "no room", at: 1_790_000_100_000 } });
  expect(await backups()).toStrictEqual([1_790_000_000.5, 1]);
});

test("a family that can't be read is omitted, and the others are exposed", async () => {
  const { metrics, scrape } = await rig();
  metrics.register({ name: "atrium_broken", type: "gauge", help: "Broken." }, () => {
    throw new Error("closed");
  });
  const { body, samples } = await scrape();
  expect(body).not.toContain("atrium_broken");
  expect(samples.atrium_workers).toBe(1);
});

test("a caller without credentials gets no metrics, and an error that says what to send", async () => {
  const { scrape } = await rig();
  const refused = await scrape({ "x-forwarded-for": "192.0.2.7" });
  expect(refused.status).toBe(403);
  expect(refused.body).toMatch(/"PERMISSION_DENIED".*METRICS_TOKEN/);
  expect((await scrape({ "x-forwarded-for": "192.0.2.7", authorization: "Bearer guess" })).status).toBe(401);
  expect(refused.body).not.toContain("atrium_");
});

test("docs/metrics.md lists every family with its type, and no other", async () => {
  const { w, metrics } = await rig();
  await w.context.store.close().catch(() => undefined);
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "metrics.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(atrium_\w+)` \| (\w+) \|/gm)].map(([, name]) => name);
  const others = ["atrium_store_commits_total", "atrium_store_commits_waiting", "atrium_store_flush_duration_seconds"];
  expect([...metrics.names, ...others].sort()).toStrictEqual(rows.sort());
});

test("with several workers each scrape has the sum of all, whichever worker answers it", async () => {
  const server = await startServer(temporaryFolder(), { ATRIUM_WORKERS: "2", METRICS_TOKEN: "0123456789abcdef" });
  onTestFinished(() => server.end("SIGKILL"));
  const headers = { ...(await newCredentials(server)), connection: "close" };
  for (let i = 0; i < 20; i++) await server.post("/v2/users/get", { organizationId: "nowhere" }, headers);
  for (let i = 0; i < 4; i++) {
    const reply = await fetch(`${server.url}/metrics`, { headers: { connection: "close" } });
    const samples = samplesOf(await reply.text());
    expectWithContext(samples.atrium_workers, `scrape ${i}`).toBe(2);
    expect(samples['atrium_requests_total{path="/v2/users/get",status="404"}']).toBe(20);
    // All values come from one read.
    expect(samples['atrium_queue_tasks_scheduled{job="sweep"}']).toBe(1);
  }
  expect(await server.end()).toBe(0);
});
