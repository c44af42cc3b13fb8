import * as z from "zod";

/** How far the migration of a document has come (docs/behaviour.md#migration). */
export const MigrationStatus = z.enum(["pending", "in_progress", "completed", "failed"]);
export type MigrationStatus = z.infer<typeof MigrationStatus>;

/** A migration of a document to another id. */
export const Migration = z.object({
  migrationId: z.string(),
  status: MigrationStatus,
  /** How much of what belongs to the document has been moved, of how much in all. */
  copied: z.number(),
  total: z.number(),
  /** Why it failed. */
  error: z.string().optional(),
});
