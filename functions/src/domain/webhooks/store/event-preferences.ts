import { peopleInThread } from "#domain/events/basic-body";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { effectiveConfig } from "#domain/notifications/recipients";
import { readChosenConfigs } from "#domain/notifications/store/preferences";
import { organizationBelow } from "#domain/organizations/store/organizations";
import type { Context } from "#src/context";

/** Maximum number of people of a thread whose preferences an event contains. */
const MAX_PEOPLE = 30;

/**
 * Adds to a thread's events the notification preferences of its people: those for the document if any of them set some
 * there, otherwise those for the organization.
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
