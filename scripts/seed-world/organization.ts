import { accessRecords } from "./access.ts";
import { activityRecords } from "./activities.ts";
import type { OrganizationPlan } from "./organization-plan.ts";
import { profileOf } from "./people.ts";
import type { Random } from "./random.ts";
import type { WorldRecord } from "./records.ts";

const DAY = 86_400_000;

/** The date of the seed world; no time in it is later. */
const LATEST = Date.UTC(2026, 9, 31);

/** The records of one organization, parents before children. */
export function organizationRecords(random: Random, plan: OrganizationPlan): WorldRecord[] {
  const { organizationId } = plan.organization;
  const records: WorldRecord[] = [{ kind: "organization", ...plan.organization }];
  for (const person of plan.members)
    records.push({ kind: "user", organizationId, ...person, ...profileOf(random, person) });
  for (const [groupId, groupName] of plan.groups) {
    records.push({ kind: "group", organizationId, groupId, groupName });
    for (const { userId } of random.sample(plan.members, 4 + random.below(12)))
      records.push({ kind: "groupMember", organizationId, groupId, userId });
  }
  records.push(...folderRecords(random, plan), ...documentRecords(random, plan), ...accessRecords(random, plan));
  records.push(...activityRecords(organizationId, plan.deeds, plan.members, plan.collaboration));
  records.push(...plan.collaboration);
  return records;
}

function folderRecords(random: Random, plan: OrganizationPlan): WorldRecord[] {
  const { organizationId } = plan.organization;
  const oldest = oldestBelow(plan);
  return plan.folders.map(({ folderId, folderName, parentFolderId }) => {
    const createdAt = oldest.get(folderId) ?? plan.organization.createdAt;
    const accessType = random.chance(0.25) ? random.pick(ACCESS_TYPES) : undefined;
    const lastUpdated = Math.min(createdAt + random.below(60) * DAY, LATEST);
    return { kind: "folder", organizationId, folderId, folderName, parentFolderId, accessType, createdAt, lastUpdated };
  });
}

/** The creation time of each folder: that of the oldest document in it or below it. */
function oldestBelow({ folders, documents }: OrganizationPlan): Map<string, number> {
  const parentOf = new Map(folders.map((folder) => [folder.folderId, folder.parentFolderId]));
  const oldest = new Map<string, number>();
  for (const { folderId, createdAt } of documents)
    for (let at = folderId; at !== undefined && at !== "root"; at = parentOf.get(at))
      oldest.set(at, Math.min(createdAt, oldest.get(at) ?? createdAt));
  return oldest;
}

function documentRecords(random: Random, plan: OrganizationPlan): WorldRecord[] {
  const { organizationId } = plan.organization;
  const lastActivity = new Map<string, number>();
  for (const { documentId, timestamp } of plan.deeds.toSorted((a, b) => a.timestamp - b.timestamp))
    lastActivity.set(documentId, timestamp);
  return plan.documents.map(({ documentId, documentName, folderId, createdAt, extra }) => ({
    kind: "document",
    organizationId,
    documentId,
    documentName,
    folderId,
    accessType: random.chance(0.4) ? random.pick(ACCESS_TYPES) : undefined,
    disabled: random.chance(0.03) ? true : undefined,
    createdAt,
    lastUpdated: lastActivity.get(documentId) ?? quietUpdate(random, createdAt),
    ...extra,
  }));
}

/** The last change of a document without recorded activity; undefined for some that never changed. */
function quietUpdate(random: Random, createdAt: number): number | undefined {
  return random.chance(0.7) ? Math.min(createdAt + random.below(80) * DAY, LATEST) : undefined;
}

const ACCESS_TYPES = ["public", "organizationPrivate", "restricted"];
