import * as z from "zod";
import { Migration } from "#domain/migration/migration";
import { loadMigration } from "#domain/migration/store/migrations";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/migrate/status",
  auth: "apiKey",
  kind: "read",
  summary: "Read the progress of a document's migration.",
  input: z.object({ organizationId: Id, migrationId: Id }),
  output: Migration,
  cost: { reads: 2, leastReads: 1, writes: 0, trips: 1, note: "It also reads the organization." },
  example: { organizationId: "acme", migrationId: "migration-1" },
  async handle(call, { organizationId, migrationId }) {
    const { data } = await loadMigration(call.store, call, organizationId, migrationId);
    const { status, copied, total, error } = data;
    return { message: "Migration status retrieved successfully.", data: { migrationId, status, copied, total, error } };
  },
});
