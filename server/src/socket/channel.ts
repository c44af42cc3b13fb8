import type { AuthoredAwareness } from "@atrium/functions/domain/crdt/awareness";
import type { NewEntry } from "@atrium/functions/domain/crdt/store/update-log";
import { joinChannel, relayChannel } from "../worker-channel.ts";

/** A message about an editor from one worker to the others. */
export interface Announcement {
  /** Path of the editor in the store. */
  editor: string;
  /** States of its clients. A message with neither states nor entry asks for the current states. */
  states?: readonly AuthoredAwareness[];
  /** What was added to the editor's log and is on disk. */
  entry?: NewEntry;
}

/** The channel of announcements. */
const CHANNEL = "announcement";

/** In the primary: relays each worker's announcements to all others. */
export function relayAnnouncements(): void {
  relayChannel(CHANNEL);
}

/** In a worker: receives the announcements of others. @returns a function that announces to the others. */
export function joinAnnouncements(receive: (announcement: Announcement) => void): (announcement: Announcement) => void {
  return joinChannel(CHANNEL, receive);
}
