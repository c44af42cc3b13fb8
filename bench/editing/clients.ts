import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { scratchFolder } from "../scratch.ts";
import { type Server, startHocuspocus, startProduct } from "../server-process.ts";
import { makeTenant, type Tenant } from "../tenant.ts";

/** The version of Hocuspocus that is compared with the product. */
const HOCUSPOCUS = "4.7.0";
/** Turns off the limits of the product that connections from one machine would reach. */
const NO_LIMITS = {
  RATE_LIMIT_USER_PER_MINUTE: "0",
  STREAM_LIMIT_PER_KEY: "0",
  STREAM_LIMIT_PER_USER: "0",
  STREAM_LIMIT_PER_ADDRESS: "0",
  STREAM_LIMIT: "0",
  CONNECTION_LIMIT: "0",
  CONNECTION_LIMIT_PER_ADDRESS: "0",
};

/** Connections to open. */
export interface EditingOrder {
  /** Address of a document's socket; `{document}` stands for the document's id. */
  address: string;
  isHocuspocus: boolean;
  documents: number;
  clients: number;
}

/** The result of a round of edits. Times in ms, from sending an update until another client has received it. */
export interface EditingReport {
  /** Updates per second that have reached all other clients. */
  perSecond: number;
  p50: number;
  p99: number;
  /** Updates that have not reached all other clients. */
  lost: number;
  /** CPU time used by the clients per update, in µs. */
  cpu: number;
  /** Connections that are open. */
  open: number;
}

/** A server whose documents are edited over WebSockets. */
export interface EditingHost {
  server: Server;
  address: string;
  isHocuspocus: boolean;
  /** Omitted for Hocuspocus. */
  tenant?: Tenant;
}

const organizationId = "edited";

/** Starts the product with this many documents. */
export async function startEditing(documents: number): Promise<EditingHost> {
  const tenant = await makeTenant({ organizationId, documents });
  const server = await startProduct(tenant.folder, NO_LIMITS);
  const claims = {
    userId: "ada",
    userProperties: { name: "Ada Lovelace", email: "ada@example.com" },
    permissions: { resources: [{ type: "organization", id: organizationId, accessRole: "editor" }] },
  };
  const { token } = (await post(server.url, tenant, "/v2/auth/generate_token", claims)) as { token: string };
  const address = `${server.url.replace("http", "ws")}/v2/crdt/socket/${organizationId}/{document}/text?token=${token}`;
  return { server, tenant, address, isHocuspocus: false };
}

/** Starts Hocuspocus, which npm installs into a scratch folder. @returns undefined if npm can't. */
export async function startPeer(): Promise<EditingHost | undefined> {
  const folder = scratchFolder();
  // The last two are peer dependencies of the first, which npm may be configured to leave out.
  const packages = ["server", "extension-database"].map((name) => `@hocuspocus/${name}@${HOCUSPOCUS}`);
  packages.push("yjs@13.6.33", "y-protocols@1.0.7");
  try {
    const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", ...options, ...packages], { stdio: "ignore", timeout: 120_000 });
  } catch {
    console.error(`Hocuspocus is left out: npm could not install ${packages.join(" and ")}.`);
    return undefined;
  }
  const server = await startHocuspocus(folder);
  return { server, address: server.url.replace("http", "ws"), isHocuspocus: true };
}

/** Calls the product. @returns the data of the reply. */
export async function post(url: string, { headers }: Tenant, path: string, data: unknown): Promise<unknown> {
  const reply = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify({ data }) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${text}`);
  return JSON.parse(text).result.data;
}

/** Clients in a separate process. */
export class EditingClients {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, "load.ts"));

  /** Opens `clients` connections, spread over the documents. */
  async open({ address, isHocuspocus }: EditingHost, documents: number, clients: number): Promise<void> {
    await this.#ask({ address, isHocuspocus, documents, clients } satisfies EditingOrder);
  }

  /** Lets every client edit. @param rate updates per second and client; 0: as fast as updates reach all others. */
  edit(rate: number, seconds: number): Promise<EditingReport> {
    return this.#ask({ rate, seconds });
  }

  /** Number of connections that are open. */
  async count(): Promise<number> {
    return (await this.#ask<{ open: number }>("count")).open;
  }

  close(): void {
    this.#child.disconnect();
  }

  async #ask<T>(message: object | string): Promise<T> {
    const ended = once(this.#child, "exit").then(() => Promise.reject(new Error("The clients have ended.")));
    ended.catch(() => undefined);
    this.#child.send(message);
    const [reply] = (await Promise.race([once(this.#child, "message"), ended])) as [T];
    return reply;
  }
}
