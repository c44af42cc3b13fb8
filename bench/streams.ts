import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Server, startProduct } from "./server-process.ts";
import type { ReadersReport } from "./stream-readers.ts";
import { makeTenant, type Tenant } from "./tenant.ts";

const organizationId = "streamed";
const documentId = "document-00000000";

/** A running server, its one document, and the readers of its stream. */
export class StreamRig {
  readonly server: Server;
  readonly #tenant: Tenant;
  #readers: ChildProcess | undefined;

  constructor(server: Server, tenant: Tenant) {
    this.server = server;
    this.#tenant = tenant;
  }

  /** Creates a token for each of `count` users. */
  async tokens(count: number): Promise<string[]> {
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      const userProperties = { name: "Ada Lovelace", email: `reader-${i}@example.com` };
      const permissions = { resources: [] };
      const claims = { userId: `reader-${i}`, userProperties, permissions };
      const { token } = await this.#post("/v2/auth/generate_token", claims);
      tokens.push(token);
    }
    return tokens;
  }

  /** Opens a stream with each token. */
  async open(tokens: string[]): Promise<void> {
    this.#readers = fork(join(import.meta.dirname, "stream-readers.ts"));
    const ended = once(this.#readers, "exit").then(() => Promise.reject(new Error("The readers have ended.")));
    const query = new URLSearchParams({ organizationId, documentId });
    this.#readers.send({ url: this.server.url, path: `/v2/documents/stream?${query}`, tokens });
    await Promise.race([once(this.#readers, "message"), ended]);
    ended.catch(() => undefined);
  }

  /** Makes `rate` changes per second. @returns how long each took to reach each stream, in ms, sorted. */
  async change(rate: number, seconds: number, streams: number): Promise<number[]> {
    const started = performance.now();
    const count = Math.max(1, Math.round(rate * seconds));
    for (let i = 0; i < count; i++) {
      const sentAt = performance.timeOrigin + performance.now();
      const data = { liveStateDataId: "cursor", data: { sentAt, i } };
      await this.#post("/v2/livestate/broadcast", { organizationId, documentId, ...data });
      await sleep(Math.max(0, started + ((i + 1) * 1000) / rate - performance.now()));
    }
    await sleep(1000);
    const { open, times } = await this.#report();
    if (open !== streams || times.length !== count * streams)
      throw new Error(`${open} streams got ${times.length} of ${count * streams} changes.`);
    return times.sort((a, b) => a - b);
  }

  async stop(): Promise<void> {
    this.#readers?.disconnect();
    await this.server.stop();
  }

  async #report(): Promise<ReadersReport> {
    this.#readers?.send("report");
    const [report] = (await once(this.#readers as ChildProcess, "message")) as [ReadersReport];
    return report;
  }

  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
  async #post(path: string, data: unknown): Promise<any> {
    const body = JSON.stringify({ data });
    const reply = await fetch(`${this.server.url}${path}`, { method: "POST", headers: this.#tenant.headers, body });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${text}`);
    return JSON.parse(text).result.data;
  }
}

/** Starts a server with one document. */
export async function startStreamRig(): Promise<StreamRig> {
  const tenant = await makeTenant({ organizationId, documents: 1 });
  return new StreamRig(await startProduct(tenant.folder), tenant);
}
