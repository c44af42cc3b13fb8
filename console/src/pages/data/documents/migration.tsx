import { isAtriumError } from "@atrium/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { ErrorPanel } from "../../../components/error-panel.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Progress } from "../../../components/progress.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useChangeUrl, useUrlState, useUrlValues } from "../../../router/url-state.ts";
import { useSession } from "../../../session/session.tsx";
import { returnCheck } from "../../../session/unreachable.ts";
import { useTexts } from "../../../texts/texts.tsx";
import type { DocumentPlace } from "../place.ts";
import { findDocument } from "../stored.ts";

/** Follows the document migration named in the address until it has ended. */
export function useMigration({ client, apiKey, organizationId }: DocumentPlace) {
  const queries = useQueryClient();
  const [migrationId] = useUrlState("migration");
  const status = useQuery({
    queryKey: [apiKey, "migration", organizationId, migrationId],
    enabled: migrationId !== "",
    queryFn: async ({ signal }) =>
      (await client.organizations.documents.migrate.status({ organizationId, migrationId }, { signal })).data,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? returnCheck(state.error) : 1_000),
  });
  const isCompleted = status.data?.status === "completed";
  useEffect(() => {
    // Data read under the old id is outdated now.
    if (isCompleted) void queries.invalidateQueries({ queryKey: [apiKey, "document"] });
  }, [queries, apiKey, isCompleted]);
  /** Whether the document has moved or is moving, so that it can't be changed here. */
  const isLeaving = migrationId !== "" && status.data?.status !== "failed";
  return { migrationId, status, isLeaving };
}

interface MigrationProps extends DocumentPlace {
  migration: ReturnType<typeof useMigration>;
  /** Whether a document with this id (still) exists. */
  exists: boolean;
}

/** Moves a document's contents to another id, and shows the progress. The address keeps the migration's id. */
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
  onStart,
  ...place
}: DocumentPlace & { onStart: (id: string, newDocumentId: string) => void }) {
  const { data } = useTexts();
  const { client, organizationId, documentId } = place;
  const [newDocumentId, setNewId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const check = useMutation({
    mutationFn: async () => (await findDocument({ ...place, documentId: newDocumentId })) !== null,
    onSuccess: (isTaken) => setAsking(!isTaken),
  });
  const start = async () => {
    const migrating = client.organizations.documents.migrate({ organizationId, documentId, newDocumentId });
    const started = await migrating.catch((error: unknown) => {
      throw isAtriumError(error, "ALREADY_EXISTS") ? new Error(data.taken.document) : error;
    });
    onStart(started.data.migrationId, newDocumentId);
  };
  return (
    <>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <TextField
          label={data.newDocumentId}
          hint={data.migrationHelp}
          value={newDocumentId}
          onChange={(next) => {
            check.reset();
            setNewId(next);
          }}
          issue={check.data ? data.taken.document : undefined}
          isRequired
          isCode
        />
        {check.error && <ErrorPanel error={check.error} />}
        <div className="actions">
          <Button type="submit" isBusy={check.isPending}>
            {data.migrate}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={data.migrateTo(documentId, newDocumentId)}
        action={data.migrate}
        word={documentId}
        onConfirm={start}
      >
        <p>
          {data.migrationHelp} {data.migrateToHelp}
        </p>
      </ConfirmDialog>
    </>
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
      {(progress) => (
        <>
          {(progress.total > 0 || !isOver(progress.status)) && (
            <Progress label={data.moved} done={progress.copied} total={progress.total} />
          )}
          {progress.status === "failed" && (
            <Notice kind="bad" title={data.migrationFailed}>
              {progress.error}
            </Notice>
          )}
          {progress.status === "completed" && (
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
