import { documentBelow } from "#domain/documents/store/documents";
import type { NotificationConfig } from "#domain/notifications/preference";
import type { ChosenConfigs } from "#domain/notifications/recipients";
import { toPath } from "#store/paths";
import type { DocData, DocRef, StoreReader } from "#store/port";

/** Stored form of a user's choice for an organization or document: collection `notificationPreferences` below it. */
export interface StoredPreference extends DocData, NotificationConfig {
  userId: string;
}

/** Path of a user's preferences. @param place path of an organization or document. */
export function preferencePath(place: string, userId: string): DocRef<StoredPreference> {
  return `${place}/${toPath("notificationPreferences", userId)}`;
}

/** Reads the choices of users for a document and for its organization. One round trip. */
export async function readChosenConfigs(
  reader: StoreReader,
  organization: string,
  documentId: string,
  userIds: readonly string[],
): Promise<(userId: string) => ChosenConfigs> {
  const places = [documentBelow(organization, documentId), organization];
  const docs = await reader.getMany<StoredPreference>(
    userIds.flatMap((userId) => places.map((place) => preferencePath(place, userId))),
  );
  const chosen = new Map(userIds.map((userId, i) => [userId, [docs[2 * i]?.data, docs[2 * i + 1]?.data]]));
  return (userId) => chosen.get(userId) ?? [];
}
