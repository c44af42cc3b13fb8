import type { KeyCall } from "#src/context";
import { migrationPath, type StoredMigration } from "#store/migrations";
import type { Write } from "#store/port";

/** A migration that is completed, which examples name. */
export function migrations(call: KeyCall, _mark: string): Write[] {
  const now = call.now();
  const done: StoredMigration = {
    ...{ documentId: "draft", newDocumentId: "homepage", status: "completed", copied: 12, total: 12 },
    ...{ step: "done", dueAt: now, createdAt: now - 60_000, lastUpdated: now - 30_000 },
  };
  return [{ op: "create", path: migrationPath(call, "acme", "migration-1"), data: done }];
}
