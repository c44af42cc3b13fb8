import type { AccessRole } from "#model/fields";
import type { DocData } from "./port.ts";

/** Member and contact of the organization, folder or document above: collection `users` (section 2.2). */
export interface StoredUser extends DocData {
  name?: string;
  email?: string;
  initial?: string;
  accessRole?: AccessRole;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
}

/** Explicit permission on the organization, folder or document above: collection `grants` (section 2.3). */
export interface StoredGrant extends DocData {
  accessRole: AccessRole;
  /** Seconds since 1970; missing: for good. */
  expiresAt?: number;
  createdAt: number;
}

/** Organization user group: collection `userGroups`, with `members` below. */
export interface StoredGroup extends DocData {
  groupName: string;
  createdAt: number;
}

/** Membership in a group: collection `members`. */
export interface StoredMember extends DocData {
  addedAt: number;
}
