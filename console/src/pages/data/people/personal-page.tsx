import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { SearchField } from "../../../components/fields/search-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Page } from "../../../components/page.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { WithCurrentKey } from "../../../components/with-key.tsx";
import { useChangeUrl, useUrlValues } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { Erasure, Export, type PersonalPlace } from "./personal-data.tsx";

/** All data about one person, found by id alone, so that it includes people who have left every organization. */
export default function PersonalPage() {
  const { data, pages } = useTexts();
  const { person: userId = "" } = useUrlValues();
  const change = useChangeUrl();
  // A deletion that is being followed belongs to the previous person.
  const find = useCallback(
    (person: string) => change({ person: person.trim() || undefined, erasure: undefined }),
    [change],
  );
  const way = (
    <>
      <Link to="/data">{pages.data}</Link> / {data.personalLead}
    </>
  );
  return (
    <Page title={data.personal} lead={way}>
      <div className="filters">
        <SearchField label={data.userId} value={userId} onChange={find} />
      </div>
      {userId !== "" && (
        <WithCurrentKey>
          {(client, apiKey) => <Personal key={userId} client={client} apiKey={apiKey} userId={userId} />}
        </WithCurrentKey>
      )}
    </Page>
  );
}

function Personal(place: PersonalPlace) {
  const { data } = useTexts();
  const { client, apiKey, userId } = place;
  const dataCheck = useQuery({
    queryKey: [apiKey, "personal", userId],
    queryFn: async ({ signal }) => {
      const page = await client.users.data.get({ userId, allOrganizations: true }, { signal });
      return page.pageToken !== undefined || holdsAnything(page.data);
    },
  });
  return (
    <>
      <QueryView query={dataCheck}>
        {(isKnown) =>
          !isKnown && (
            <Notice kind="plain" title={data.nothingOf(userId)}>
              {data.nothingOfHelp}
            </Notice>
          )
        }
      </QueryView>
      <Export {...place} />
      <Erasure {...place} />
    </>
  );
}

/** Whether any list in a reply, at any depth, contains a record. */
function holdsAnything(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsAnything);
}
