import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressBlock } from "@atrium/functions/http/request/address-block";
import type { Log } from "@atrium/functions/platform/observability/log";
import { type Metrics, noMetrics } from "@atrium/functions/platform/observability/metrics";
import { registerRefusals } from "./refusals.ts";

/** Limits of open connections in one process; 0 means no limit. */
export interface ConnectionLimits {
  /** In total. Environment `CONNECTION_LIMIT`. */
  total: number;
  /** Per client address, or /64 block of IPv6 addresses. Environment `CONNECTION_LIMIT_PER_ADDRESS`. */
  perAddress: number;
}

/** Share of the file descriptors for connections: the data file, webhooks and the log need some too. */
const PART_OF_DESCRIPTORS = 0.8;
/** Share of all connections that one address may hold. */
const PART_OF_ONE_ADDRESS = 0.25;
/** Default upper limit of connections: each needs about 30 kB of memory. */
const MOST = 20_000;

/** Default limits. @param descriptors file descriptors that the process may have open. */
export function defaultConnectionLimits(descriptors: number): ConnectionLimits {
  const total = Math.min(MOST, Math.floor(descriptors * PART_OF_DESCRIPTORS));
  return { total, perAddress: Math.floor(total * PART_OF_ONE_ADDRESS) };
}

/**
 * The number of file descriptors that this process may have open; undefined if the system does not report it. Node
 * raises its soft limit to the hard limit when it starts.
 */
export function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    if (soft === undefined) return undefined;
    return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return undefined;
  }
}

/** Interval of log lines about refused connections, ms. */
const REPORT_PAUSE = 10_000;

/** Time limit for the first byte, ms. */
const LONGEST_SILENCE = 10_000;
/** Interval of the check for silent connections, ms. */
const SILENCE_CHECK = 2000;

/** Options of `Connections`. */
export interface ConnectionsOptions {
  limits: ConnectionLimits;
  log: Pick<Log, "warn">;
  /** Receives metrics. Default: none. */
  metrics?: Metrics;
  /** Whether an address is that of a trusted proxy, which may hold connections for many clients. */
  isProxy?(address: string): boolean;
}

/** Tracks the connections of a server: refuses those over the limits before a byte is read, and closes all at shutdown. */
export class Connections {
  readonly #options: ConnectionsOptions;
  /** Open connections with their start times, in ms of the monotonic clock. */
  readonly #open = new Map<Socket, number>();
  readonly #perAddress = new Map<string, number>();
  /** Read and written on all open connections, at the last look. */
  #movedBytes = 0;
  /** Since the last report. */
  #refused = 0;
  #refusedInAll = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(server: Server, options: ConnectionsOptions) {
    this.#options = options;
    const { metrics = noMetrics } = options;
    metrics.register({ name: "atrium_connections_open", type: "gauge", help: "Connections that are open." }, () => [
      { value: this.#open.size },
    ]);
    registerRefusals(metrics, "connections", () => this.#refusedInAll);
    server.on("connection", (socket: Socket) => this.#opened(socket));
    // Node's own timeout for a head only starts with its first byte. The check runs after a turn of the event loop, so
    // that bytes that arrived while the process was paused or busy are read first.
    const close = () => this.closeSilent(LONGEST_SILENCE);
    const sweep = setInterval(() => setImmediate(close), SILENCE_CHECK).unref();
    server.once("close", () => clearInterval(sweep));
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Closes connections that have received no byte within this many ms of opening: Node counts them as active. */
  closeSilent(longestSilence = 0): void {
    const before = performance.now() - longestSilence;
    for (const [socket, openedAt] of this.#open) if (socket.bytesRead === 0 && openedAt <= before) socket.destroy();
  }

  /** Whether a byte has moved on any connection since the last call, or is still to be sent. */
  haveMoved(): boolean {
    let bytes = 0;
    let unsentBytes = 0;
    for (const { bytesRead, bytesWritten, writableLength } of this.#open.keys()) {
      bytes += bytesRead + bytesWritten;
      unsentBytes += writableLength;
    }
    const haveMoved = bytes !== this.#movedBytes || unsentBytes > 0;
    this.#movedBytes = bytes;
    return haveMoved;
  }

  /**
   * Closes all connections.
   * @param closeIdle closes those without a request. Node counts a connection as idle before its reply is sent.
   * @returns how many had a request, or a reply that was not sent completely.
   */
  cut(closeIdle: () => void): number {
    const sending = this.#destroy(({ writableLength }) => writableLength > 0);
    closeIdle();
    return sending + this.#destroy(() => true);
  }

  /** Closes the connections that match. @returns how many were open. */
  #destroy(isMatch: (socket: Socket) => boolean): number {
    // A destroyed connection is counted until its close event.
    const openSockets = [...this.#open.keys()].filter((socket) => !socket.destroyed && isMatch(socket));
    for (const socket of openSockets) socket.destroy();
    return openSockets.length;
  }

  #opened(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const block = addressBlock(address);
    const ofAddress = this.#perAddress.get(block) ?? 0;
    if (this.#isOver(address, ofAddress)) {
      this.#refuse(address);
      socket.destroy();
      return;
    }
    this.#open.set(socket, performance.now());
    this.#perAddress.set(block, ofAddress + 1);
    socket.once("close", () => {
      this.#open.delete(socket);
      const openCount = (this.#perAddress.get(block) ?? 0) - 1;
      if (openCount > 0) this.#perAddress.set(block, openCount);
      else this.#perAddress.delete(block);
    });
  }

  #isOver(address: string, ofAddress: number): boolean {
    const { limits, isProxy } = this.#options;
    if (limits.total > 0 && this.#open.size >= limits.total) return true;
    return limits.perAddress > 0 && ofAddress >= limits.perAddress && !isProxy?.(address);
  }

  #refuse(address: string): void {
    this.#refused++;
    this.#refusedInAll++;
    const now = performance.now();
    if (now - this.#reportedAt < REPORT_PAUSE) return;
    this.#options.log.warn(
      { refused: this.#refused, address, open: this.#open.size },
      "too many connections: new ones are closed. See CONNECTION_LIMIT and CONNECTION_LIMIT_PER_ADDRESS",
    );
    this.#reportedAt = now;
    this.#refused = 0;
  }
}
