import cluster, { type Worker } from "node:cluster";
import type { AwarenessState } from "@atrium/functions/domain/crdt/awareness";
import type { NewEntry } from "@atrium/functions/domain/crdt/store/update-log";

/** A word of one worker to the others about an editor. */
export interface Announcement {
  /** Path of the editor in the store. */
  editor: string;
  /** What its clients say of themselves; with no entry either, it is a question for what they have said already. */
  states?: readonly AwarenessState[];
  /** What was added to its log, and is on disk. */
  entry?: NewEntry;
}

interface Message {
  announcement?: Announcement;
}

/** In the primary: passes on what one worker announces to all others. */
export function relayAnnouncements(): void {
  cluster.on("message", (from: Worker, message: Message) => {
    if (!message.announcement) return;
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== from && worker.isConnected()) worker.send(message, () => undefined);
  });
}

/** In a worker: receives what the others announce. A server of one process has no others. @returns announces to the others. */
export function joinChannel(receive: (announcement: Announcement) => void): (announcement: Announcement) => void {
  if (!cluster.isWorker) return () => undefined;
  process.on("message", ({ announcement }: Message) => announcement && receive(announcement));
  return (announcement) => void process.send?.({ announcement }, undefined, undefined, () => undefined);
}
