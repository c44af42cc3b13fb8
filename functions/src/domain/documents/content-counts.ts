import * as z from "zod";

/** The number of items of one kind. */
const Count = z.object({
  count: z.int(),
  /** Whether there are more than `count`: counting stops at a limit. */
  more: z.boolean(),
});
export type ContentCount = z.infer<typeof Count>;

/** The number of items of each kind in a place, or of a person. Kinds that do not apply are omitted. */
export const ContentCounts = z.object({
  users: Count.optional(),
  /** For a person: the groups that the person is in. */
  userGroups: Count.optional(),
  folders: Count.optional(),
  documents: Count.optional(),
  /** For a person: the threads that name the person. */
  commentAnnotations: Count.optional(),
  editors: Count.optional(),
  recordings: Count.optional(),
  activities: Count.optional(),
  /** For a person: the notifications that the person received. */
  notifications: Count.optional(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;
