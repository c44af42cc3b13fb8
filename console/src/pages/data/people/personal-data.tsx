import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../../components/button.tsx";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { ErrorPanel } from "../../../components/error-panel.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Progress } from "../../../components/progress.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useUrlState } from "../../../router/url-state.ts";
import { useSession } from "../../../session/session.tsx";
import { returnCheck } from "../../../session/unreachable.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { DeletionPreview } from "../deletion-preview.tsx";
import type { OrganizationPlace } from "../place.ts";
import { saveFile } from "./save-file.ts";

/** A person, regardless of organization. */
export interface PersonalPlace extends Pick<OrganizationPlace, "client" | "apiKey"> {
  userId: string;
}

/** Exports all data about a person to a file. */
export function Export({ client, userId }: PersonalPlace) {
  const { data } = useTexts();
  const work = useMutation({
    mutationFn: async () => {
      const pages: unknown[] = [];
      for await (const page of client.users.data.get.pages({ userId, allOrganizations: true })) pages.push(page.data);
      saveFile(`${userId}.json`, JSON.stringify(pages, null, 2));
    },
  });
  return (
    <section>
      <h2>{data.exportTitle}</h2>
      <p className="quiet">{data.exportHelp}</p>
      {work.error && <ErrorPanel error={work.error} />}
      {work.isSuccess && <Notice kind="good" title={data.exported} />}
      <Button isBusy={work.isPending} onClick={() => work.mutate()}>
        {data.exportAction}
      </Button>
    </section>
  );
}

/** Deletes all data about a person, and follows the deletion until it has ended. */
export function Erasure({ organizationId, ...place }: PersonalPlace & { organizationId?: string }) {
  const { data, common } = useTexts();
  const { isReadOnly } = useSession();
  const { client, apiKey, userId } = place;
  const [jobId, watch] = useUrlState("erasure");
  const status = useQuery({
    queryKey: [apiKey, "erasure", jobId],
    enabled: jobId !== "",
    queryFn: async ({ signal }) => (await client.users.data.delete.status({ jobId }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.isDeleteCompleted ? returnCheck(state.error) : 1_000),
  });
  const isCompleted = status.data?.isDeleteCompleted === true;
  const queries = useQueryClient();
  useEffect(() => {
    // What the page has read about the person is gone. The status itself has nothing new to say.
    const isStale = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== "erasure";
    if (isCompleted) void queries.invalidateQueries({ queryKey: [apiKey], predicate: isStale });
  }, [isCompleted, queries, apiKey]);
  const start = async () => watch((await client.users.data.delete({ userIds: [userId] })).data.jobId);
  return (
    <section>
      <h2>{data.erasureTitle}</h2>
      <p className="quiet">{data.erasureHelp}</p>
      {jobId === "" && isReadOnly && <Notice kind="plain" title={common.onlyReads} />}
      {jobId === "" ? (
        <DeleteButton title={data.erase(userId)} word={userId} onDelete={start}>
          <p>{data.erasureHelp}</p>
          {organizationId === undefined ? (
            <p>{data.forEver}</p>
          ) : (
            <DeletionPreview {...place} organizationId={organizationId} lead={data.takesPerson} />
          )}
        </DeleteButton>
      ) : (
        <QueryView query={status}>
          {({ isDeleteCompleted, tasksLeft }) =>
            isDeleteCompleted ? (
              <Notice kind="good" title={data.erased} />
            ) : (
              <Progress label={data.tasksLeft(tasksLeft)} done={0} total={tasksLeft} />
            )
          }
        </QueryView>
      )}
    </section>
  );
}
