import cluster, { type Worker } from "node:cluster";

/** A message from one worker to the others, under the name of its channel. */
type Message = Record<string, unknown>;

/** In the primary: relays each worker's messages on a channel to all others. */
export function relayChannel(name: string): void {
  cluster.on("message", (from: Worker, message: Message) => {
    if (message[name] === undefined) return;
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== from && worker.isConnected()) worker.send(message, () => undefined);
  });
}

/**
 * In a worker: receives the messages of the others. A server of one process has no others.
 * @returns a function that sends to the others.
 */
export function joinChannel<Said>(name: string, receive: (content: Said) => void): (content: Said) => void {
  if (!cluster.isWorker) return () => undefined;
  process.on("message", (message: Message) => message[name] !== undefined && receive(message[name] as Said));
  return (content) => void process.send?.({ [name]: content }, undefined, undefined, () => undefined);
}
