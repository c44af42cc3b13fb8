import { type CollaborationPlan, participants } from "./collaboration-plan.ts";
import { NOTES } from "./phrases.ts";
import type { Random } from "./random.ts";
import { type Document, timeBetween, type WorldRecord } from "./records.ts";

/** The live records of document number `n`: presence, live state, editors, recordings. */
export function openDocumentRecords(random: Random, plan: CollaborationPlan, n: number): WorldRecord[] {
  const document = plan.documents[n] as Document;
  const editors = n === 0 ? [0, 1, 2, 3] : [n % 4];
  return [
    ...presence(random, plan, document, n),
    liveState(random, plan, document),
    ...editors.map((type) => editor(random, plan, document, type)),
    ...(n % 3 === 0 ? [recording(random, plan, document, n)] : []),
  ];
}

function presence(random: Random, plan: CollaborationPlan, { documentId }: Document, n: number): WorldRecord[] {
  return participants(random, plan, 1 + random.below(4), n).map((person, i) => ({
    kind: "presence",
    organizationId: plan.organizationId,
    documentId,
    ...person,
    status: i === 0 ? "online" : random.pick(["online", "away", "offline"]),
  }));
}

function liveState(
  random: Random,
  { organizationId, members }: CollaborationPlan,
  { documentId }: Document,
): WorldRecord {
  return {
    kind: "liveState",
    organizationId,
    documentId,
    liveStateDataId: random.pick(["viewport", "selection", "votes/cover"]),
    data: {
      page: 1 + random.below(240),
      zoom: [1, 1.25, 1.5][random.below(3)],
      selections: random
        .sample(members, 2)
        .map(({ userId }) => ({ userId, range: [random.below(50), 50 + random.below(50)] })),
    },
    lastUpdated: timeBetween(random, "2026-10-01", "2026-10-31"),
  };
}

function editor(
  random: Random,
  { organizationId, members }: CollaborationPlan,
  { documentId, documentName }: Document,
  type: number,
): WorldRecord {
  const contents = [
    { editorId: "notes", type: "text", data: random.pick(NOTES) },
    {
      editorId: "title page",
      type: "map",
      data: { title: documentName, pages: 80 + random.below(300), approved: random.chance(0.5) },
    },
    { editorId: "steps", type: "array", data: ["first draft", "second draft", { step: "proof", copies: 3 }] },
    {
      editorId: "editor/main",
      type: "xml",
      data: `<heading level="1">Notes</heading><paragraph>${random.pick(NOTES).trim()}</paragraph>`,
    },
  ];
  return {
    kind: "crdt",
    organizationId,
    documentId,
    ...contents[type],
    lastUpdate: timeBetween(random, "2026-08-01", "2026-10-31"),
    lastUpdatedBy: random.pick(members).userId,
    // A fixed id, so that every copy of the world has the same Yjs documents.
    client: 1 + random.below(2 ** 32 - 1),
  };
}

function recording(random: Random, plan: CollaborationPlan, { documentId }: Document, n: number): WorldRecord {
  const seconds = 20 + random.below(600);
  const id = random.base62(16);
  return {
    kind: "recording",
    organizationId: plan.organizationId,
    documentId,
    annotationId: `rec_${id}`,
    latestVersion: 1,
    recordingType: random.pick(["screen", "audio", "video"]),
    mode: random.pick(["floating", "thread"]),
    displayName: "Walk through the proof",
    from: participants(random, plan, 1, n)[0],
    recordedTime: { duration: seconds, display: new Date(seconds * 1000).toISOString().slice(11, 19) },
    attachments: [
      {
        attachmentId: 1 + random.below(1_000_000),
        url: `https://example.com/recordings/${id}.mp4`,
        mimeType: "video/mp4",
        name: `${id}.mp4`,
        type: "mp4",
        size: seconds * 96_000,
      },
    ],
  };
}
