import { peopleInThread } from "#domain/events/basic-body";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { effectiveConfig } from "#domain/notifications/recipients";
import { readChosenConfigs } from "#domain/notifications/store/preferences";
import { organizationBelow } from "#domain/organizations/store/organizations";
import type { Context } from "#src/context";

/** Most people of a thread whose preferences an event has. */
const MAX_PEOPLE = 30;

/**
 * Adds what the people of a thread chose for their notifications to its events: for the document where one of them chose
 * something there, else for the organization.
 */
export async function withPreferences(
  { store }: Context,
  apiKeyId: string,
  events: readonly WebhookEvent[],
): Promise<WebhookEvent[]> {
  const read = new Map<string, ReturnType<typeof readChosenConfigs>>();
  return Promise.all(
    events.map(async (event) => {
      const { metadata, commentAnnotation } = event.data;
      const { organizationId, documentId } = metadata;
      if (!commentAnnotation || organizationId === undefined || documentId === undefined) return event;
      const people = peopleInThread(commentAnnotation as Parameters<typeof peopleInThread>[0]).slice(0, MAX_PEOPLE);
      const key = JSON.stringify([organizationId, documentId, people]);
      const organization = organizationBelow(apiKeyId, organizationId);
      const reading = read.get(key) ?? readChosenConfigs(store, organization, documentId, people);
      read.set(key, reading);
      const chosenBy = await reading;
      const configs = Object.fromEntries(people.map((userId) => [userId, effectiveConfig(chosenBy(userId))]));
      const isOfDocument = people.some((userId) => chosenBy(userId)[0]);
      return isOfDocument
        ? { ...event, usersDocumentNotificationsConfig: configs }
        : { ...event, usersOrganizationNotificationsConfig: configs };
    }),
  );
}
