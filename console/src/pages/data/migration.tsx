import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { Progress } from "../../components/progress.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useUrlState } from "../../router/url-state.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { DocumentPlace } from "./place.ts";

/** Moves what a document holds to another id, and shows how far it is. The address keeps the id of the migration. */
export function Migration(place: DocumentPlace) {
  const { data } = useTexts();
  const { isReadOnly } = useSession();
  const [migrationId, watch] = useUrlState("migration");
  return (
    <section>
      <h2>{data.migration}</h2>
      {migrationId ? (
        <MigrationProgress {...place} migrationId={migrationId} />
      ) : (
        !isReadOnly && <StartMigration {...place} onStart={watch} />
      )}
    </section>
  );
}

function StartMigration({
  client,
  organizationId,
  documentId,
  onStart,
}: DocumentPlace & { onStart: (id: string) => void }) {
  const { data } = useTexts();
  const [newDocumentId, setNewId] = useState("");
  const start = useMutation({
    mutationFn: async () =>
      (await client.organizations.documents.migrate({ organizationId, documentId, newDocumentId })).data.migrationId,
    onSuccess: onStart,
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

function MigrationProgress({ client, apiKey, organizationId, migrationId }: DocumentPlace & { migrationId: string }) {
  const { data } = useTexts();
  const status = useQuery({
    queryKey: [apiKey, "migration", organizationId, migrationId],
    queryFn: async ({ signal }) =>
      (await client.organizations.documents.migrate.status({ organizationId, migrationId }, { signal })).data,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 1_000),
  });
  return (
    <QueryView query={status}>
      {(found) => (
        <>
          <Progress label={data.moved} done={found.copied} total={found.total} />
          {isOver(found.status) && (
            <Notice
              kind={found.status === "completed" ? "good" : "bad"}
              title={found.status === "completed" ? data.migrated : data.migrationFailed}
            >
              {found.error}
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
