import * as z from "zod";

/** How many there are of one kind. */
const Count = z.object({
  count: z.int(),
  /** Whether there are more: counting ends at a bound. */
  more: z.boolean(),
});
export type ContentCount = z.infer<typeof Count>;

/** How many there are of each kind in a place. Kinds that the place can't hold are left out. */
export const ContentCounts = z.object({
  users: Count.optional(),
  /** Of a person the groups that the person is in. */
  userGroups: Count.optional(),
  folders: Count.optional(),
  documents: Count.optional(),
  /** Of a person the threads that name the person. */
  commentAnnotations: Count.optional(),
  editors: Count.optional(),
  recordings: Count.optional(),
  activities: Count.optional(),
  /** Of a person those that the person received. */
  notifications: Count.optional(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;
