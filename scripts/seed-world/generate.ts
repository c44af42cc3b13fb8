import { writeFileSync } from "node:fs";
import { changeEmailConfig } from "@atrium/functions/domain/configs/email-config";
import { changeNotificationConfig } from "@atrium/functions/domain/configs/notification-config";
import { inventedDeeds } from "./activities.ts";
import { collaborationRecords } from "./collaboration.ts";
import { type Library, magazineLibrary, publisherLibrary } from "./library.ts";
import { organizationRecords } from "./organization.ts";
import type { OrganizationPlan } from "./organization-plan.ts";
import { readPeople } from "./people.ts";
import { protocolLibrary } from "./protocol.ts";
import { PUBLISHER_GROUPS } from "./publisher.ts";
import { type Random, seededRandom } from "./random.ts";
import { type Person, toJsonLines, type WorldRecord } from "./records.ts";

const DOCUMENT_COUNT = 600;

/** The seed world as JSON lines; see README.md for the kinds of record. The text is always the same. */
export function generateWorld(): string {
  const random = seededRandom(20260301);
  // A separate random source, so that the number of comments does not affect places and people.
  const together = seededRandom(20261031);
  const people = readPeople(random);
  const magazine = magazineLibrary(random);
  const protocolMembers = people.slice(148, 190);
  const protocol = protocolLibrary(protocolMembers);
  const publisher = publisherLibrary(random, DOCUMENT_COUNT - magazine.documents.length - protocol.documents.length);
  const meridianPress = planMeridianPress(random, together, people, publisher);
  const nordlichtMagazine = planNordlichtMagazine(people, magazine);
  const openProtocol = planOpenProtocol(together, people, protocolMembers, protocol);
  return toJsonLines([
    ...publisherTenant(random),
    ...noticeConfigs("Meridian Press"),
    ...organizationRecords(random, meridianPress),
    ...organizationRecords(random, nordlichtMagazine),
    ...protocolTenant(random),
    ...organizationRecords(random, openProtocol),
  ]);
}

/** The publisher, which has the most people and documents. */
function planMeridianPress(
  random: Random,
  together: Random,
  people: readonly Person[],
  publisher: Library,
): OrganizationPlan {
  const publisherMembers = people.slice(0, 118);
  return {
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
    deeds: inventedDeeds(random, publisherMembers, publisher.documents, 120),
    collaboration: collaborationRecords(together, {
      organizationId: "meridian-press",
      documents: publisher.documents,
      members: publisherMembers,
      talk: "publishing",
      threads: 130,
      notifications: 50,
      choosers: 12,
      openDocuments: 14,
    }),
  };
}

/** A magazine that was closed. */
function planNordlichtMagazine(people: readonly Person[], magazine: Library): OrganizationPlan {
  return {
    organization: {
      organizationId: "nordlicht.magazine",
      organizationName: "Nordlicht – das Reisemagazin",
      disabled: true,
      createdAt: Date.UTC(2022, 0, 3, 8, 30),
      closedBecause: "Last issue: autumn 2023",
    },
    // Some also work for the publisher, so that one person is in two organizations of one key.
    members: [...people.slice(118, 148), ...people.slice(20, 28)],
    guests: [],
    groups: [["redaktion", "Redaktion"]],
    ...magazine,
    deeds: [],
    collaboration: [],
  };
}

/** The documents of an open protocol, under another tenant. */
function planOpenProtocol(
  together: Random,
  people: readonly Person[],
  protocolMembers: readonly Person[],
  protocol: ReturnType<typeof protocolLibrary>,
): OrganizationPlan {
  return {
    organization: {
      organizationId: "open-source/protocol",
      organizationName: "Open protocol project",
      createdAt: Date.UTC(2022, 5, 1),
    },
    // Three people of the publisher contribute too, so that the same user ids exist under another tenant.
    members: [...protocolMembers, ...people.slice(1, 4)],
    guests: people.slice(196),
    groups: [
      ["maintainers", "Maintainers"],
      ["reviewers", "Reviewers"],
      ["security/triage", "Security triage"],
    ],
    ...protocol,
    collaboration: collaborationRecords(together, {
      organizationId: "open-source/protocol",
      documents: protocol.documents,
      members: protocolMembers,
      talk: "code",
      threads: 40,
      notifications: 10,
      choosers: 6,
      openDocuments: 4,
    }),
  };
}

/** The first workspace, which is the demo's, with its API key. */
function publisherTenant(random: Random): WorldRecord[] {
  return [
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
        documentUrl: "http://127.0.0.1:5050/demo?document={documentId}&thread={annotationId}",
      },
    },
  ];
}

/** The second workspace with its API key, which requires user tokens and has fewer features. */
function protocolTenant(random: Random): WorldRecord[] {
  return [
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
  ];
}

/** Switches on notifications and mails for the preceding API key, as calls would. */
function noticeConfigs(fromCompany: string): WorldRecord[] {
  const email = { useEmailService: true, emailServiceConfig: { fromCompany } };
  return [
    { kind: "config", name: "notification", config: changeNotificationConfig({}, { useNotificationService: true }) },
    { kind: "config", name: "email", config: changeEmailConfig({}, email) },
  ];
}

if (import.meta.main) writeFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), generateWorld());
