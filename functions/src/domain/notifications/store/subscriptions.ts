import { readDocuments } from "#domain/documents/store/documents";
import type { Subscription } from "#domain/notifications/mails/unsubscribe-link";
import type { SubscribedPlaces } from "#domain/notifications/mails/unsubscribe-page";
import { oneLine } from "#domain/notifications/message-text";
import { placePath, unlessDeleting } from "#domain/organizations/store/organizations";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall, WriteCall } from "#src/call";
import type { Context } from "#src/context";
import { type Patch, REMOVE, type StoreReader } from "#store/port";
import { preferencePath, type StoredPreference } from "./preferences.ts";

/**
 * What a person chooses on the page of a link: no mails about the document, none about the organization, or mails
 * again.
 */
export type SubscriptionChoice = "document" | "organization" | "again";

/** The call on behalf of which a link works; undefined if its API key is gone. */
export async function callOf(context: Context, { apiKeyId }: Subscription): Promise<WriteCall | undefined> {
  const apiKey = await findApiKey(context.store, apiKeyId);
  return apiKey && { ...context, requestId: context.newId("req"), apiKey };
}

/** Reads the names of what a subscription is about, in one round trip. */
export async function readSubscribedPlaces(
  reader: StoreReader,
  call: KeyCall,
  { organizationId, documentId }: Subscription,
): Promise<SubscribedPlaces> {
  const ids = documentId === undefined ? [] : [documentId];
  const read = await readDocuments(reader, call, organizationId, ids);
  const organization = unlessDeleting(read.organization);
  if (!organization) return {};
  const document = documentId === undefined ? undefined : unlessDeleting(read.documents.get(documentId));
  return {
    organization: oneLine(organization.data.organizationName || organizationId),
    ...(document && documentId !== undefined && { document: oneLine(document.data.documentName || documentId) }),
  };
}

/** What a person has unsubscribed from with the link of a mail; undefined if mails are sent (again). One round trip. */
export async function readUnsubscribed(
  reader: StoreReader,
  call: KeyCall,
  subscription: Subscription,
): Promise<"document" | "organization" | undefined> {
  const paths = preferencePaths(call, subscription);
  const [organization, document] = await reader.getMany<StoredPreference>([paths.organization, paths.document]);
  const hasEnded = document?.data.unsubscribedAt !== undefined;
  const isChosenSince = (document?.data.emailSetAt ?? 0) > (organization?.data.unsubscribedAt ?? 0);
  if (organization?.data.unsubscribedAt !== undefined && (hasEnded || !isChosenSince)) return "organization";
  return hasEnded ? "document" : undefined;
}

/** Paths of the person's preferences, for the organization and for the document. */
function preferencePaths(call: KeyCall, { organizationId, documentId, userId }: Subscription) {
  return {
    organization: preferencePath(placePath(call, { organizationId }), userId),
    document: preferencePath(placePath(call, { organizationId, documentId }), userId),
  };
}

/** Sets which mails a person wants (docs/behaviour.md#unsubscribing). Places that no longer exist are ignored. */
export function changeSubscription(
  call: WriteCall,
  subscription: Subscription,
  choice: SubscriptionChoice,
): Promise<void> {
  const { userId } = subscription;
  const now = call.now();
  const change: Patch =
    choice === "again"
      ? { email: REMOVE, emailSetAt: REMOVE, unsubscribedAt: REMOVE }
      : { userId, email: "NONE", emailSetAt: now, unsubscribedAt: now };
  return call.store.transact(async (tx) => {
    const places = await readSubscribedPlaces(tx, call, subscription);
    const paths = preferencePaths(call, subscription);
    const levels = (["organization", "document"] as const).filter((level) => places[level] !== undefined);
    const preferences = await tx.getMany<StoredPreference>(levels.map((level) => paths[level]));
    for (const [i, level] of levels.entries())
      if (choice === "again" ? preferences[i] : level === choice) tx.merge(paths[level], change);
  });
}
