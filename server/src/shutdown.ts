import { Server } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { hostTimer, waitAtMost } from "@atrium/functions/platform/async/timer";
import type { Tracing } from "@atrium/functions/platform/observability/tracing";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";
import type { Store } from "@atrium/functions/store/port";
import type { FastifyInstance } from "fastify";
import { exit } from "./exit.ts";
import type { Connections } from "./load/connections.ts";
import type { ProcessLog } from "./log/log.ts";
import { onStop, SAME_SIGNAL } from "./stop-causes.ts";

/** Grace period for requests and long work after the signal, in ms. */
const LONGEST_DRAIN = 5000;
/** Time after the signal at which the process exits regardless, in ms. */
const LONGEST_END = 8000;
/**
 * How long no byte may move on any connection before the idle ones are closed, in ms. A request that was on its way is
 * still answered, and its reply says that the connection ends.
 */
export const IDLE_GRACE = 250;
/** Size of the queue in which the system keeps connections until a server accepts them: Node's default. */
const LONGEST_QUEUE = 511;
/** Interval of the check for idle connections, ms. */
const IDLE_CHECK = 50;

/** Resources that a process releases before it exits. */
export interface Parts {
  app: FastifyInstance;
  connections: Connections;
  queue: Pick<StoreQueue, "stop">;
  store: Pick<Store, "close">;
  tracing?: Pick<Tracing, "close"> | undefined;
  log: ProcessLog;
  /** Startup work that still runs during the first requests: the store stays open until it is done. */
  starting(): Promise<unknown>;
  /** Writes buffered counts. */
  flush(): Promise<void>;
}

/** How long a shutdown waits for an unfinished start, in ms. */
const LONGEST_START = 2000;

/**
 * Shuts down on SIGINT, SIGTERM and SIGHUP, and when the program that started this one is gone: running requests are
 * answered, new connections are refused, long work is handed over. After 5 s the rest is cut off; after 8 s the process
 * exits regardless. A second signal ends it at once. The exit code is 0, or 1 if the shutdown was not clean. The last
 * log line says what was cut off.
 */
export function endOnSignals(parts: Parts): void {
  let signalledAt: number | undefined;
  onStop((signal) => {
    const now = performance.now();
    if (signalledAt === undefined) {
      signalledAt = now;
      void end(parts, signal);
    } else if (now - signalledAt > SAME_SIGNAL) {
      parts.log.warn({ signal, connections: parts.connections.size }, "ended at once by a second signal");
      void exit(parts.log, 1);
    }
  });
}

async function end(parts: Parts, signal: string): Promise<void> {
  const { store, log } = parts;
  const began = performance.now();
  setTimeout(() => {
    log.error({ signal, connections: parts.connections.size }, "ended before everything was closed: it took too long");
    void exit(log, 1);
  }, LONGEST_END);
  const [cutOff, tasks] = await Promise.all([closeConnections(parts), parts.queue.stop(LONGEST_DRAIN)]);
  await waitAtMost(
    LONGEST_START,
    parts.starting().catch(() => undefined),
    hostTimer,
  );
  await parts
    .flush()
    .catch((err: unknown) => log.warn({ err }, "the counts for quotas and traffic could not be written"));
  await Promise.all([store.close(), parts.tracing?.close()]);
  const ms = Math.round(performance.now() - began);
  const fields = { signal, ms, cutOff: { ...cutOff, tasks } };
  const isWhole = cutOff.connections + tasks === 0;
  if (isWhole) log.info(fields, "ended: nothing was cut off");
  else log.warn(fields, "ended: connections were cut off; tasks continue in another process or at the next start");
  await exit(log, 0);
}

/** Stops listening, and waits for requests. @returns what did not finish in time. */
export async function closeConnections({
  app,
  connections,
}: Pick<Parts, "app" | "connections">): Promise<{ connections: number }> {
  const closeIdle = () => {
    Server.prototype.closeIdleConnections.call(app.server);
    connections.closeSilent();
  };
  // Node calls this when it stops listening: requests may be on their way, and replies not sent completely.
  app.server.closeIdleConnections = () => undefined;
  // As late as possible: connections that arrive while fastify prepares to close would be reset.
  const stopListening = app.server.close.bind(app.server);
  app.server.close = (done) => {
    void acceptWaiting(app.server).then(() => stopListening(done));
    return app.server;
  };
  const closed = app.close().then(() => true);
  let movedAt = performance.now();
  const check = () => {
    if (connections.haveMoved()) movedAt = performance.now();
    else if (performance.now() - movedAt >= IDLE_GRACE) closeIdle();
  };
  // After a turn of the event loop, so that bytes that arrived while the process was paused or busy are read first.
  const idleCheck = setInterval(() => setImmediate(check), IDLE_CHECK);
  await waitAtMost(LONGEST_DRAIN, closed, hostTimer);
  clearInterval(idleCheck);
  const cutCount = connections.cut(closeIdle);
  await closed;
  return { connections: cutCount };
}

/** Accepts the connections that wait in the queue of the system: it resets them when the server stops listening. */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted++;
  };
  server.on("connection", count);
  let before: number;
  do {
    before = accepted;
    // A turn of the event loop accepts one. The signal is handled within a turn, so the first one has ended already.
    await turn();
    await turn();
  } while (accepted > before && accepted < LONGEST_QUEUE);
  server.off("connection", count);
}
