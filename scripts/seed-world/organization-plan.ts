import type { Deed } from "./activities.ts";
import type { Document, Folder, Person, WorldRecord } from "./records.ts";

/** All that makes up one organization, before access rules are dealt out. */
export interface OrganizationPlan {
  /** `organizationId`, `organizationName`, `createdAt` in milliseconds and further fields. */
  organization: { organizationId: string; organizationName: string; createdAt: number } & Record<string, unknown>;
  members: readonly Person[];
  /** People who are members of single documents and folders only. */
  guests: readonly Person[];
  groups: readonly (readonly [groupId: string, groupName: string])[];
  folders: readonly Folder[];
  documents: readonly Document[];
  /** What its members did, for its activity records. */
  deeds: readonly Deed[];
  /** What its people do together, as `collaborationRecords` makes it. */
  collaboration: readonly WorldRecord[];
}
