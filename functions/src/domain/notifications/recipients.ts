import type { Channel, NotificationConfig } from "./preference.ts";
import { channels } from "./preference.ts";

/** The audience of a notification, as sent (docs/behaviour.md#notifications). */
export interface Audience {
  /** The user who acted, who receives the notification only when named. */
  actorId: string;
  /** Whether all users of the organization are recipients too. */
  notifyAll: boolean;
  /** The `notifyUsers`. */
  namedIds: readonly string[];
  /** The `recipientUser` of the template data: directly involved, but not by itself a recipient. */
  recipientId?: string | undefined;
}

/** A user's choices, the most specific first: for the document, then for the organization. */
export type ChosenConfigs = readonly (NotificationConfig | undefined)[];

/** A recipient of a notification, with at least one channel. */
export interface Recipient {
  userId: string;
  channels: Channel[];
}

/** Preferences for channels without a choice. */
const defaultConfig: Readonly<Required<NotificationConfig>> = { inbox: "ALL", email: "MINE", slack: "NONE" };

/**
 * The possible recipients of a notification, each once: the named users and, with `notifyAll`, all others except the
 * user who acted.
 * @param userIds users of the organization, all of them or a page.
 */
export function candidates({ actorId, notifyAll, namedIds }: Audience, userIds: readonly string[]): string[] {
  const others = notifyAll ? userIds.filter((userId) => userId !== actorId) : [];
  return [...new Set([...namedIds, ...others])];
}

/** The effective preferences of a user: for each channel the first choice, otherwise the default. */
export function effectiveConfig(choices: ChosenConfigs): Required<NotificationConfig> {
  const config = { ...defaultConfig };
  for (const channel of channels)
    config[channel] = choices.find((each) => each?.[channel])?.[channel] ?? defaultConfig[channel];
  return config;
}

/** The candidates who receive the notification: `ALL` always, `MINE` when directly involved, `NONE` never. */
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
