import type { Deed } from "./activities.ts";
import type { Document, Folder, Person, WorldRecord } from "./records.ts";

/** All data of one organization, before access rules are added. */
export interface OrganizationPlan {
  /** `organizationId`, `organizationName`, `createdAt` in milliseconds and further fields. */
  organization: { organizationId: string; organizationName: string; createdAt: number } & Record<string, unknown>;
  members: readonly Person[];
  /** People who are members only of single documents and folders. */
  guests: readonly Person[];
  groups: readonly (readonly [groupId: string, groupName: string])[];
  folders: readonly Folder[];
  documents: readonly Document[];
  /** The actions of its members, for its activity records. */
  deeds: readonly Deed[];
  /** The collaboration of its people, as `collaborationRecords` returns it. */
  collaboration: readonly WorldRecord[];
}
