import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";
import { Email, Id, PersonName } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** The one status with a meaning for the service: an entry with it does not expire. All others are the customer's own. */
export const OFFLINE = "offline";

/** Presence user (docs/behaviour.md#presence). */
export const PresenceUser = z.object({
  userId: Id,
  name: PersonName.optional(),
  email: Email.optional(),
  status: z.string().min(1).check(maxCharacters(64)).optional(),
});
export type PresenceUser = z.infer<typeof PresenceUser>;

/** A presence user to change: omitted fields stay as they are, `null` removes what is stored. */
export const PresenceUserChange = PresenceUser.extend({
  name: PresenceUser.shape.name.nullable(),
  email: PresenceUser.shape.email.nullable(),
  status: PresenceUser.shape.status.nullable(),
});
export type PresenceUserChange = z.infer<typeof PresenceUserChange>;

/** Several users to change. */
export const PresenceUserChanges = list(PresenceUserChange, { unique: "userId", max: MAX_ITEMS });

/** Several users of one call. */
export const PresenceUsers = list(PresenceUser, { unique: "userId", max: MAX_ITEMS });

/** A presence user as presence/get returns it. */
export const PresenceEntry = PresenceUser.extend({
  /** Milliseconds since 1970, like `expiresAt`. */
  lastUpdated: z.number(),
  /** Omitted for a user who is `offline`. */
  expiresAt: z.number().optional(),
});
export type PresenceEntry = z.infer<typeof PresenceEntry>;
