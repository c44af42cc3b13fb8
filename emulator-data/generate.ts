import { writeFileSync } from "node:fs";
import { magazineLibrary, publisherLibrary } from "./library.ts";
import { type OrganizationPlan, organizationRecords } from "./organization.ts";
import { readPeople } from "./people.ts";
import { protocolLibrary } from "./protocol.ts";
import { PUBLISHER_GROUPS } from "./publisher.ts";
import { type Random, seededRandom } from "./random.ts";
import { type Document, type Person, timeBetween, toJsonLines, type WorldRecord } from "./records.ts";

const DOCUMENT_COUNT = 600;

/** The seed world as JSON lines; see README.md for the kinds of record. Always the same text. */
export function generateWorld(): string {
  const random = seededRandom(20260301);
  const people = readPeople(random);
  const magazine = magazineLibrary(random);
  const publisherMembers = people.slice(0, 118);
  const protocolMembers = people.slice(148, 190);
  const protocol = protocolLibrary(protocolMembers);
  const publisher = publisherLibrary(random, DOCUMENT_COUNT - magazine.documents.length - protocol.documents.length);

  const meridianPress: OrganizationPlan = {
    organization: {
      organizationId: "meridian-press",
      organizationName: "Meridian Press",
      createdAt: Date.UTC(2024, 0, 15, 9),
      country: "NL",
      plan: { name: "team", seats: 150 },
    },
    members: publisherMembers,
    guests: people.slice(190, 196),
    groups: PUBLISHER_GROUPS,
    ...publisher,
    activities: invented(random, publisherMembers, publisher.documents, 120),
  };

  const nordlichtMagazine: OrganizationPlan = {
    organization: {
      organizationId: "nordlicht.magazine",
      organizationName: "Nordlicht – das Reisemagazin",
      disabled: true,
      createdAt: Date.UTC(2022, 0, 3, 8, 30),
      closedBecause: "Last issue: autumn 2023",
    },
    // Some of its people went on to work for the publisher: one person, two organizations of one key.
    members: [...people.slice(118, 148), ...people.slice(20, 28)],
    guests: [],
    groups: [["redaktion", "Redaktion"]],
    ...magazine,
    activities: [],
  };

  const openProtocol: OrganizationPlan = {
    organization: {
      organizationId: "open-source/protocol",
      organizationName: "Open protocol project",
      createdAt: Date.UTC(2022, 5, 1),
    },
    // Three people of the publisher contribute as well: the same user ids under another tenant.
    members: [...protocolMembers, ...people.slice(1, 4)],
    guests: people.slice(196),
    groups: [
      ["maintainers", "Maintainers"],
      ["reviewers", "Reviewers"],
      ["security/triage", "Security triage"],
    ],
    ...protocol,
  };

  return toJsonLines([
    {
      kind: "workspace",
      workspaceId: `ws_${random.base62(22)}`,
      workspaceName: "Meridian Press",
      ownerEmail: "amelie.dubois@example.com",
      ownerName: "Amélie Dubois",
      avatar: "https://example.com/photos/amelie.dubois.jpg",
    },
    {
      kind: "apiKey",
      apiKeyId: `ak_${random.base62(22)}`,
      apiKeyName: "Demo key",
      type: "testing",
      features: { advancedQueries: true, activityService: true, notificationPreferences: true, advancedWebhooks: true },
      config: {
        defaultDocumentAccessType: "public",
        enablePrivateComments: true,
        requireJwtToken: false,
        requireAutoOrgUser: false,
      },
    },
    ...organizationRecords(random, meridianPress),
    ...organizationRecords(random, nordlichtMagazine),
    {
      kind: "workspace",
      workspaceId: `ws_${random.base62(22)}`,
      workspaceName: "Protocol project 協作",
      ownerEmail: "maintainers@example.org",
      ownerName: "Project maintainers",
    },
    {
      kind: "apiKey",
      apiKeyId: `ak_${random.base62(22)}`,
      apiKeyName: "Production key",
      type: "production",
      features: {
        advancedQueries: true,
        activityService: true,
        notificationPreferences: false,
        advancedWebhooks: false,
      },
      config: {
        defaultDocumentAccessType: "organizationPrivate",
        enablePrivateComments: false,
        requireJwtToken: true,
        requireAutoOrgUser: true,
      },
    },
    ...organizationRecords(random, openProtocol),
  ]);
}

/** Activity of the kind a tool for documents writes; a few documents and people have most of it. */
function invented(
  random: Random,
  members: readonly Person[],
  documents: readonly Document[],
  count: number,
): Partial<WorldRecord>[] {
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

if (import.meta.main) writeFileSync(new URL("world.jsonl", import.meta.url), generateWorld());
