import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { Progress } from "../../components/progress.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useChangeUrl, useUrlState, useUrlValues } from "../../router/url-state.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { DocumentPlace } from "./place.ts";

/** The migration of a document that the address names, followed until it is over. */
export function useMigration({ client, apiKey, organizationId }: DocumentPlace) {
  const queries = useQueryClient();
  const [migrationId] = useUrlState("migration");
  const status = useQuery({
    queryKey: [apiKey, "migration", organizationId, migrationId],
    enabled: migrationId !== "",
    queryFn: async ({ signal }) =>
      (await client.organizations.documents.migrate.status({ organizationId, migrationId }, { signal })).data,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 1_000),
  });
  const isCompleted = status.data?.status === "completed";
  useEffect(() => {
    // What was read of the document has another id now.
    if (isCompleted) void queries.invalidateQueries({ queryKey: [apiKey, "document"] });
  }, [queries, apiKey, isCompleted]);
  /** Whether the document has moved or is moving, so that nothing of it can be changed here. */
  const isLeaving = migrationId !== "" && status.data?.status !== "failed";
  return { migrationId, status, isLeaving };
}

interface MigrationProps extends DocumentPlace {
  migration: ReturnType<typeof useMigration>;
  /** Whether there is (still) a document with this id. */
  exists: boolean;
}

/** Moves what a document holds to another id, and shows how far it is. The address keeps the migration. */
export function Migration({ migration, exists, ...place }: MigrationProps) {
  const { data } = useTexts();
  const { isReadOnly } = useSession();
  const change = useChangeUrl();
  const { migrationId } = migration;
  if (!migrationId && (isReadOnly || !exists)) return null;
  return (
    <section>
      <h2>{data.migration}</h2>
      {migrationId ? (
        <MigrationProgress {...place} status={migration.status} />
      ) : (
        <StartMigration {...place} onStart={(id, movedTo) => change({ migration: id, movedTo })} />
      )}
    </section>
  );
}

function StartMigration({
  client,
  organizationId,
  documentId,
  onStart,
}: DocumentPlace & { onStart: (id: string, newDocumentId: string) => void }) {
  const { data } = useTexts();
  const [newDocumentId, setNewId] = useState("");
  const start = useMutation({
    mutationFn: async () =>
      (await client.organizations.documents.migrate({ organizationId, documentId, newDocumentId })).data.migrationId,
    onSuccess: (id) => onStart(id, newDocumentId),
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <TextField
        label={data.newDocumentId}
        hint={data.migrationHelp}
        value={newDocumentId}
        onChange={setNewId}
        isRequired
        isCode
      />
      {start.error && <ErrorPanel error={start.error} />}
      <div className="actions">
        <Button type="submit" isBusy={start.isPending}>
          {data.migrate}
        </Button>
      </div>
    </form>
  );
}

function MigrationProgress({
  organizationId,
  status,
}: DocumentPlace & { status: ReturnType<typeof useMigration>["status"] }) {
  const { data } = useTexts();
  const { movedTo } = useUrlValues();
  return (
    <QueryView query={status}>
      {(found) => (
        <>
          <Progress label={data.moved} done={found.copied} total={found.total} />
          {found.status === "failed" && (
            <Notice kind="bad" title={data.migrationFailed}>
              {found.error}
            </Notice>
          )}
          {found.status === "completed" && (
            <Notice kind="good" title={movedTo ? data.movedTo(movedTo) : data.migrated}>
              {movedTo && (
                <Link to="/data/document" search={{ organization: organizationId, document: movedTo }}>
                  {data.openMoved}
                </Link>
              )}
            </Notice>
          )}
        </>
      )}
    </QueryView>
  );
}

function isOver(status: string | undefined): boolean {
  return status === "completed" || status === "failed";
}
