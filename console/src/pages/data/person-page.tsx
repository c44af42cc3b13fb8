import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Progress } from "../../components/progress.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useUrlState, useUrlValues } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import { Existing } from "./existing.tsx";
import { ItemButton } from "./item-button.tsx";
import type { OrganizationPlace } from "./place.ts";
import { RecordView } from "./record-view.tsx";
import { saveFile } from "./save-file.ts";
import { copyOf, findPerson } from "./stored.ts";
import { TakenAlong } from "./taken-along.tsx";
import { useOrganizationName } from "./use-organization-name.ts";
import { usePersonName } from "./use-person-name.ts";

interface PersonPlace extends OrganizationPlace {
  userId: string;
}

/** One person: the record, the export of everything about the person, and its deletion. */
export default function PersonPage() {
  const { data, pages } = useTexts();
  const { organization: organizationId = "", person: userId = "" } = useUrlValues();
  const organizationName = useOrganizationName(organizationId);
  const name = usePersonName(organizationId, userId);
  const way = (
    <>
      <Link to="/data">{pages.data}</Link> /{" "}
      <Link to="/data/organization" search={{ organization: organizationId, tab: "people" }}>
        {organizationName || data.organization}
      </Link>{" "}
      / {data.person} <code>{userId}</code>
    </>
  );
  return (
    <Page title={name || data.person} lead={way}>
      <WithCurrentKey>
        {(client, apiKey) => <Person client={client} apiKey={apiKey} organizationId={organizationId} userId={userId} />}
      </WithCurrentKey>
    </Page>
  );
}

function Person(place: PersonPlace) {
  const { apiKey, organizationId, userId } = place;
  const { erasure } = useUrlValues();
  return (
    <Existing
      kind="person"
      ids={[organizationId, userId]}
      queryKey={[apiKey, "person", organizationId, userId]}
      find={(signal) => findPerson(place, userId, signal)}
      // The deletion of the person's data is followed to its end.
      absent={erasure !== undefined && <Erasure {...place} />}
    >
      <PersonRecord {...place} />
      <Export {...place} />
      <Erasure {...place} />
    </Existing>
  );
}

function PersonRecord(place: PersonPlace) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId, userId } = place;
  const queries = useQueryClient();
  const person = useQuery({
    queryKey: [apiKey, "person", organizationId, userId],
    queryFn: ({ signal }) => findPerson(place, userId, signal),
  });
  return (
    <RecordView
      query={person}
      missing={<Notice kind="plain" title={data.gone} />}
      actions={(found) => (
        <ItemButton
          title={common.edit}
          path="/v2/users/update"
          list="users"
          initial={{ ...found }}
          without={["userId"]}
          reread={async () => copyOf(await findPerson(place, userId))}
          send={(changes) => client.users.update({ organizationId, users: [{ ...changes, userId }] })}
          onDone={() => void queries.invalidateQueries({ queryKey: [apiKey] })}
        />
      )}
    />
  );
}

function Export({ client, userId }: PersonPlace) {
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

function Erasure(place: PersonPlace) {
  const { data } = useTexts();
  const { client, apiKey, userId } = place;
  const [jobId, watch] = useUrlState("erasure");
  const status = useQuery({
    queryKey: [apiKey, "erasure", jobId],
    enabled: jobId !== "",
    queryFn: async ({ signal }) => (await client.users.data.delete.status({ jobId }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.isDeleteCompleted ? false : 1_000),
  });
  const start = async () => watch((await client.users.data.delete({ userIds: [userId] })).data.jobId);
  return (
    <section>
      <h2>{data.erasureTitle}</h2>
      <p className="quiet">{data.erasureHelp}</p>
      {jobId === "" ? (
        <DeleteButton title={data.erase(userId)} word={userId} onDelete={start}>
          <p>{data.erasureHelp}</p>
          <TakenAlong {...place} lead={data.takesPerson} />
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
