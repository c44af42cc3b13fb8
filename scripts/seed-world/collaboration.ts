import { type CollaborationPlan, participants } from "./collaboration-plan.ts";
import { openDocumentRecords } from "./open-documents.ts";
import type { Random } from "./random.ts";
import { timeBetween, type WorldRecord } from "./records.ts";
import { threadRecord } from "./threads.ts";

const HOUR = 3_600_000;

/** The collaboration of an organization's people: editors, recordings, threads, notifications and related records. */
export function collaborationRecords(random: Random, plan: CollaborationPlan): WorldRecord[] {
  return [
    ...plan.documents.slice(0, plan.openDocuments).flatMap((_, n) => openDocumentRecords(random, plan, n)),
    ...Array.from({ length: plan.threads }, (_, n) => threadRecord(random, plan, n)),
    ...Array.from({ length: plan.notifications }, (_, n) => notification(random, plan, n)).flat(),
    ...preferences(random, plan),
  ];
}

function notification(random: Random, plan: CollaborationPlan, n: number): WorldRecord[] {
  const { organizationId } = plan;
  const { documentId, documentName } = random.pickSkewed(plan.documents);
  const [actionUser, ...recipients] = participants(random, plan, 2 + random.below(3), n).reverse();
  const notificationId = `ntf_${random.base62(16)}`;
  const timestamp = timeBetween(random, "2026-09-01", "2026-10-31");
  return [
    {
      kind: "notification",
      organizationId,
      documentId,
      notificationId,
      timestamp,
      actionUser,
      displayHeadlineMessageTemplate: random.pick(HEADLINES),
      displayHeadlineMessageTemplateData: { document: documentName },
      displayBodyMessage: random.chance(0.6) ? random.pick(BODIES) : undefined,
      notificationSource: "custom",
      notificationSourceData: random.chance(0.3)
        ? { openAt: random.below(200), tags: [["print", 2026], []] }
        : undefined,
      location: random.chance(0.2) ? { id: random.below(40) } : undefined,
      notifyUsers: recipients,
    },
    ...recipients.map(({ userId }) => ({
      kind: "inboxEntry" as const,
      organizationId,
      notificationId,
      userId,
      channels: random.chance(0.3) ? ["inbox", "email"] : undefined,
      readAt: random.chance(0.5) ? timestamp + random.below(48) * HOUR : undefined,
    })),
  ];
}

const HEADLINES = [
  "{actionUser.name} has shared {document} with you",
  "{actionUser.name} has finished {document}",
  "{actionUser.name} asks for your approval of {document}",
];
const BODIES = [
  "Please have a look by Friday.",
  "Alles Weitere im Dokument.",
  "修正しました。",
  "À relire avant jeudi.",
];

function preferences(
  random: Random,
  { organizationId, documents, members, choosers }: CollaborationPlan,
): WorldRecord[] {
  const kind = "notificationPreference" as const;
  const level = () => random.pick(["ALL", "MINE", "NONE"]);
  return members
    .slice(0, choosers)
    .flatMap(({ userId }, n) => [
      { kind, organizationId, userId, inbox: level(), email: level(), slack: n % 4 === 0 ? level() : undefined },
      ...(n % 3 === 0 ? [{ kind, organizationId, documentId: documents[n]?.documentId, userId, inbox: level() }] : []),
    ]);
}
