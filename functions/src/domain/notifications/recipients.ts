import type { Channel, NotificationConfig } from "./preference.ts";
import { channels } from "./preference.ts";

/** Whom a notification is for, as it was sent (docs/behaviour.md#notifications). */
export interface Audience {
  /** Who took the action: is never notified of it. */
  actorId: string;
  /** All users of the organization beside those who are named. */
  notifyAll: boolean;
  /** The `notifyUsers`. */
  namedIds: readonly string[];
  /** The `recipientUser` of the template data: directly involved too, but a recipient only like anybody else. */
  recipientId?: string | undefined;
}

/** What a user has chosen, the most specific first: for the document, then for the organization. */
export type ChosenConfigs = readonly (NotificationConfig | undefined)[];

/** One who receives a notification, and how. Nobody receives by no channel. */
export interface Recipient {
  userId: string;
  channels: Channel[];
}

/** What holds for a channel that nobody has chosen for. */
const defaultConfig: Readonly<Required<NotificationConfig>> = { inbox: "ALL", email: "MINE", slack: "NONE" };

/**
 * Those of the users who may receive a notification, each once: the named ones, and with `notifyAll` the others as well.
 * @param userIds users of the organization, all of them or a page.
 */
export function candidates({ actorId, notifyAll, namedIds }: Audience, userIds: readonly string[]): string[] {
  const all = new Set([...namedIds, ...(notifyAll ? userIds : [])]);
  all.delete(actorId);
  return [...all];
}

/** The config that holds for a user, channel by channel: the first that was chosen, else the default. */
export function effectiveConfig(chosen: ChosenConfigs): Required<NotificationConfig> {
  const config = { ...defaultConfig };
  for (const channel of channels)
    config[channel] = chosen.find((each) => each?.[channel])?.[channel] ?? defaultConfig[channel];
  return config;
}

/** The candidates who receive it: `ALL` always, `MINE` when they are directly involved, `NONE` never. */
export function recipients(
  audience: Audience,
  candidateIds: readonly string[],
  chosenBy: (userId: string) => ChosenConfigs,
): Recipient[] {
  const involved = new Set([...audience.namedIds, audience.recipientId]);
  return candidateIds
    .map((userId) => {
      const config = effectiveConfig(chosenBy(userId));
      const receives = (channel: Channel) =>
        config[channel] === "ALL" || (config[channel] === "MINE" && involved.has(userId));
      return { userId, channels: channels.filter(receives) };
    })
    .filter((recipient) => recipient.channels.length > 0);
}
