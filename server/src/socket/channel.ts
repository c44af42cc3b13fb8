import type { SpokenState } from "@atrium/functions/domain/crdt/awareness";
import type { NewEntry } from "@atrium/functions/domain/crdt/store/update-log";
import { joinChannel, relayChannel } from "../worker-channel.ts";

/** A word of one worker to the others about an editor. */
export interface Announcement {
  /** Path of the editor in the store. */
  editor: string;
  /** What its clients say of themselves; with no entry either, it is a question for what they have said already. */
  states?: readonly SpokenState[];
  /** What was added to its log, and is on disk. */
  entry?: NewEntry;
}

/** The channel of announcements. */
const CHANNEL = "announcement";

/** In the primary: passes on what one worker announces to all others. */
export function relayAnnouncements(): void {
  relayChannel(CHANNEL);
}

/** In a worker: receives what the others announce. @returns announces to the others. */
export function joinAnnouncements(receive: (announcement: Announcement) => void): (announcement: Announcement) => void {
  return joinChannel(CHANNEL, receive);
}
