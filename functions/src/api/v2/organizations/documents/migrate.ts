import * as z from "zod";
import { startMigration } from "#domain/migration/store/migrations";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/migrate",
  auth: "apiKey",
  kind: "write",
  audit: false,
  summary:
    "Move a document, with everything that belongs to it, to another id. The call replies at once; read the status of the migration to follow its progress. Until it completes, the document can be read under its old id; while the status is in_progress, it can't be changed.",
  input: z.object({ organizationId: Id, documentId: Id, newDocumentId: Id }),
  output: z.object({ migrationId: z.string() }),
  cost: { reads: 3, writes: 4, trips: 2 },
  example: { organizationId: "acme", documentId: "old-plan", newDocumentId: "new-plan" },
  async handle(call, input) {
    const migrationId = await startMigration(call, input);
    return { message: "Document migration started successfully.", data: { migrationId } };
  },
});
