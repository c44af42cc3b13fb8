import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Page } from "../../../components/page.tsx";
import { WithCurrentKey } from "../../../components/with-key.tsx";
import { checkItems } from "../../../forms/item-results.ts";
import { useUrlValues } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { Existing } from "../existing.tsx";
import { ItemButton } from "../item-button.tsx";
import { nameWithId } from "../name-with-id.ts";
import { useOrganizationName } from "../organizations/use-organization-name.ts";
import type { OrganizationPlace } from "../place.ts";
import { RecordView } from "../record-view.tsx";
import { copyOf, findPerson } from "../stored.ts";
import { Erasure, Export } from "./personal-data.tsx";
import { usePersonName } from "./use-person-name.ts";

interface PersonPlace extends OrganizationPlace {
  userId: string;
}

/** One person: the record, and the export or deletion of all data about the person. */
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
  const { data } = useTexts();
  const { apiKey, organizationId, userId } = place;
  const { erasure } = useUrlValues();
  return (
    <Existing
      kind="person"
      ids={[organizationId, userId]}
      queryKey={[apiKey, "person", organizationId, userId]}
      find={(signal) => findPerson(place, userId, signal)}
      // The progress of the deletion is shown even after the person's record is gone.
      absent={
        erasure === undefined ? (
          <Link to="/data/personal" search={{ person: userId }}>
            {data.toPersonalData}
          </Link>
        ) : (
          <Erasure {...place} />
        )
      }
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
  const navigate = useNavigate();
  const organizationName = useOrganizationName(organizationId);
  const person = useQuery({
    queryKey: [apiKey, "person", organizationId, userId],
    queryFn: ({ signal }) => findPerson(place, userId, signal),
  });
  const changed = () => queries.invalidateQueries({ queryKey: [apiKey] });
  const remove = async () => {
    checkItems(await client.users.delete({ organizationId, userIds: [userId] }));
    // The page is left first, so that it does not reread the removed person.
    await navigate({ to: "/data/organization", search: { organization: organizationId, tab: "people" } });
    await changed();
  };
  return (
    <RecordView
      query={person}
      missing={<Notice kind="plain" title={data.gone} />}
      actions={(storedPerson) => (
        <>
          <ItemButton
            title={common.edit}
            of={`${data.person} ${nameWithId(storedPerson.name, userId)}`}
            path="/v2/users/update"
            list="users"
            initial={{ ...storedPerson }}
            without={["userId"]}
            reread={async () => copyOf(await findPerson(place, userId))}
            send={(changes) => client.users.update({ organizationId, users: [{ ...changes, userId }] })}
            onDone={() => void changed()}
          />
          <DeleteButton
            action={common.remove}
            title={data.removeMember(storedPerson.name || userId, organizationName)}
            onDelete={remove}
          >
            <p>{data.removeMemberHelp}</p>
          </DeleteButton>
        </>
      )}
    />
  );
}
