import * as z from "zod";

/** Status of the migration of a document (docs/behaviour.md#migration). */
export const MigrationStatus = z.enum(["pending", "in_progress", "completed", "failed"]);
export type MigrationStatus = z.infer<typeof MigrationStatus>;

/** A migration of a document to another id. */
export const Migration = z.object({
  migrationId: z.string(),
  status: MigrationStatus,
  /** Records that have been moved, out of `total`. */
  copied: z.number(),
  total: z.number(),
  /** The reason of a failure. */
  error: z.string().optional(),
});
