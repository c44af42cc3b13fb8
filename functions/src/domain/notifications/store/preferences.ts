import { documentBelow } from "#domain/documents/store/documents";
import type { NotificationConfig } from "#domain/notifications/preference";
import type { ChosenConfigs } from "#domain/notifications/recipients";
import { toPath } from "#store/paths";
import type { DocData, DocRef, StoreReader } from "#store/port";

/** Stored form of a user's choice for an organization or document: collection `notificationPreferences` below it. */
export interface StoredPreference extends DocData, NotificationConfig {
  userId: string;
  /** When `email` was set, in ms since 1970; if omitted, it counts as long ago. */
  emailSetAt?: number;
  /** When the person unsubscribed with the link of a mail, in ms since 1970; omitted if not since `email` was set. */
  unsubscribedAt?: number;
}

/** Path of a user's preferences. @param place path of an organization or document. */
export function preferencePath(place: string, userId: string): DocRef<StoredPreference> {
  return `${place}/${toPath("notificationPreferences", userId)}`;
}

/**
 * The choices of a user for a document and for its organization. A person who unsubscribes from the organization gets
 * no mails about its documents either, unless they have chosen mails since.
 */
export function chosenConfigs(
  document: StoredPreference | undefined,
  organization: StoredPreference | undefined,
): ChosenConfigs {
  const { unsubscribedAt } = organization ?? {};
  const isOver = unsubscribedAt !== undefined && (document?.emailSetAt ?? 0) <= unsubscribedAt;
  return [document && isOver ? { ...document, email: undefined } : document, organization];
}

/** The choice that counts if users have no preferences: that they have unsubscribed from mails. */
function unsubscribed(preference: StoredPreference | undefined): StoredPreference | undefined {
  if (preference?.unsubscribedAt === undefined) return undefined;
  const { userId, unsubscribedAt, emailSetAt } = preference;
  return { userId, unsubscribedAt, ...(emailSetAt !== undefined && { emailSetAt }), email: "NONE" };
}

/**
 * Reads the choices of users for a document and for its organization. One round trip.
 * @param hasPreferences whether users have preferences; if not, only unsubscribing from mails counts.
 */
export async function readChosenConfigs(
  reader: StoreReader,
  organization: string,
  documentId: string,
  userIds: readonly string[],
  hasPreferences = true,
): Promise<(userId: string) => ChosenConfigs> {
  const places = [documentBelow(organization, documentId), organization];
  // Most people have made no choice.
  const docs = await reader.getExisting<StoredPreference>(
    userIds.flatMap((userId) => places.map((place) => preferencePath(place, userId))),
  );
  const preferences = docs.map((doc) => (hasPreferences ? doc?.data : unsubscribed(doc?.data)));
  const configsByUser = new Map(
    userIds.map((userId, i) => [userId, chosenConfigs(preferences[2 * i], preferences[2 * i + 1])]),
  );
  return (userId) => configsByUser.get(userId) ?? [];
}
