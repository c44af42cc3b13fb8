import type { Random } from "./random.ts";
import { type Document, type Person, timeBetween, type WorldRecord } from "./records.ts";

/** A person's action on a document at a point in time. */
export interface Deed {
  documentId: string;
  userId: string;
  id: string;
  /** Milliseconds. */
  timestamp: number;
  actionType: string;
}

/** Actions as a document tool records them; a few documents and people account for most of them. */
export function inventedDeeds(
  random: Random,
  members: readonly Person[],
  documents: readonly Document[],
  count: number,
): Deed[] {
  return Array.from({ length: count }, () => {
    const { documentId } = random.pickSkewed(documents);
    return {
      documentId,
      userId: random.pickSkewed(members).userId,
      id: `act_${random.base62(16)}`,
      timestamp: timeBetween(random, "2026-07-01", "2026-10-31"),
      actionType: random.pick([
        "document.update",
        "document.update",
        "comment.add",
        "comment.resolve",
        "document.view",
      ]),
    };
  });
}

/**
 * Activity records of actions: those about comments refer to the document's first thread, the others to the document.
 */
export function activityRecords(
  organizationId: string,
  deeds: readonly Deed[],
  people: readonly Person[],
  threads: readonly WorldRecord[],
): WorldRecord[] {
  const personOf = new Map(people.map((person) => [person.userId, person]));
  return deeds.map(({ documentId, userId, id, timestamp, actionType }) => {
    const isComment = actionType.startsWith("comment.");
    const thread = threads.find((one) => one.kind === "commentAnnotation" && one.documentId === documentId);
    return {
      kind: "activity",
      organizationId,
      documentId,
      id,
      timestamp,
      featureType: isComment ? "comment" : "custom",
      actionType,
      actionUser: personOf.get(userId),
      targetEntityId: isComment ? thread?.annotationId : documentId,
      displayMessageTemplate: isComment ? "{{actionUser.name}} has left a comment" : undefined,
    };
  });
}
