import { type CollaborationPlan, participants } from "./collaboration-plan.ts";
import { CONVERSATIONS, REACTIONS, REVIEWS } from "./phrases.ts";
import type { Random } from "./random.ts";
import { type Document, type Person, timeBetween, type WorldRecord } from "./records.ts";

const MINUTE = 60_000;

/** A thread with its comments. Every twelfth is restricted to its participants, some others to the organization. */
export function threadRecord(random: Random, plan: CollaborationPlan, n: number): WorldRecord {
  const { organizationId } = plan;
  const document = random.pickSkewed(plan.documents);
  const people = participants(random, plan, 4, n);
  const conversation = random.pick(plan.talk === "code" ? REVIEWS : CONVERSATIONS);
  const texts = conversation.slice(0, 1 + random.below(conversation.length));
  const createdAt = timeBetween(random, "2026-05-01", "2026-10-30");
  const comments = texts.map((text, i) => ({
    commentId: 100_000 + n * 10 + i,
    ...comment(random, people, document, text, i),
    createdAt: createdAt + i * 37 * MINUTE,
  }));
  const lastUpdated = createdAt + (texts.length - 1) * 37 * MINUTE;
  return {
    kind: "commentAnnotation",
    organizationId,
    documentId: document.documentId,
    annotationId: `ann_${random.base62(16)}`,
    createdAt,
    lastUpdated,
    location: random.chance(0.4) ? { id: random.below(40), locationName: `Page ${1 + random.below(240)}` } : undefined,
    targetElement: random.chance(0.3) ? { targetText: document.documentName.slice(0, 40), occurrence: 1 } : undefined,
    assignedTo: random.chance(0.2) ? people[2] : undefined,
    priority: random.chance(0.2) ? random.pick(PRIORITIES) : undefined,
    ...statusOf(random, texts.length, people),
    ...visibilityOf(organizationId, people, n),
    ...(n % 15 === 7 && { type: "suggestion", suggestion: suggestion(random, document) }),
    views: random.chance(0.4) ? people.slice(1, 3).map(({ userId }) => [userId, lastUpdated + MINUTE]) : undefined,
    comments,
  };
}

function comment(random: Random, people: readonly Person[], document: Document, text: string, index: number): object {
  const author = people[index % 2] as Person;
  const mentioned = people[(index % 2) + 2] as Person;
  const isMention = text.includes("{{@}}");
  return {
    commentText: text.replace("{{@}}", `{{${mentioned.userId}}}`).replace("{{doc}}", document.documentName),
    from: author,
    taggedUserContacts: isMention
      ? [{ text: `@${mentioned.name}`, userId: mentioned.userId, contact: mentioned }]
      : undefined,
    reactionAnnotations: random.chance(0.15)
      ? [{ icon: random.pick(REACTIONS), from: people[(index + 1) % 4] }]
      : undefined,
    attachments: random.chance(0.03) ? [attachment(random)] : undefined,
  };
}

function attachment(random: Random): object {
  const name = `proof-${random.below(90)}.pdf`;
  return {
    attachmentId: 1 + random.below(1_000_000),
    name,
    url: `https://example.com/files/${name}`,
    mimeType: "application/pdf",
    size: 20_000 + random.below(900_000),
  };
}

/** A long conversation is mostly resolved; a thread without a status is open. */
function statusOf(random: Random, comments: number, [, solver]: readonly Person[]): object {
  if (comments > 2 && random.chance(0.7))
    return {
      status: RESOLVED,
      statusUpdatedByUserId: solver?.userId,
      resolvedByUserId: solver?.userId,
      resolvedByUser: solver,
    };
  return random.chance(0.2) ? { status: IN_PROGRESS } : {};
}

function visibilityOf(organizationId: string, people: readonly Person[], n: number): object {
  if (n % 12 === 11) return { visibility: { type: "restricted", userIds: people.map(({ userId }) => userId) } };
  return n % 12 === 5 ? { visibility: { type: "organizationPrivate", organizationId } } : {};
}

function suggestion(random: Random, { documentName }: Document): object {
  return {
    targetType: "title",
    oldValue: documentName,
    newValue: `${documentName} (working title)`,
    summary: "Say that the title may change",
    status: random.pick(["pending", "accepted", "rejected"]),
  };
}

const IN_PROGRESS = {
  id: "IN_PROGRESS",
  name: "In progress",
  type: "ongoing",
  color: "#F5A25D",
  lightColor: "#FAF0E7",
};
const RESOLVED = { id: "RESOLVED", name: "Resolved", type: "terminal", color: "#198F65", lightColor: "#D9F2E9" };
const PRIORITIES = [
  { id: "P0", name: "Urgent", color: "#D83A52", lightColor: "#FBE6EA" },
  { id: "P2", name: "Some day", color: "#5D7BF5", lightColor: "#E7EBFA" },
];
