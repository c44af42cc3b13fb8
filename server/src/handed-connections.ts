import cluster from "node:cluster";

/** Node's message to a worker with each new connection; the worker answers with the number as `ack`. */
interface Handing {
  act?: string;
  seq?: number;
}

/** A connection that the primary has accepted. */
interface Handle {
  close(): void;
}

/**
 * In the primary: closes connections that were handed to a worker that died before it accepted them. Node forgets them
 * without closing them, so their clients would wait forever.
 */
export function closeLostConnections(): void {
  cluster.on("fork", ({ process: worker }) => {
    const handed = new Map<number, Handle>();
    const send = worker.send.bind(worker) as (message: Handing, handle?: Handle, ...rest: unknown[]) => boolean;
    worker.send = ((message: Handing, handle?: Handle, ...rest: unknown[]) => {
      if (message.act === "newconn" && message.seq !== undefined && handle) handed.set(message.seq, handle);
      return send(message, handle, ...rest);
    }) as typeof worker.send;
    worker.on("internalMessage", ({ ack }: { ack?: number }) => ack !== undefined && handed.delete(ack));
    worker.once("exit", () => {
      for (const handle of handed.values()) handle.close();
      handed.clear();
    });
  });
}
