import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../components/delete-button.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { ItemButton } from "./item-button.tsx";
import { nameWithId } from "./name-with-id.ts";
import type { OrganizationPlace } from "./place.ts";
import { findOrganization } from "./stored.ts";
import { TakenAlong } from "./taken-along.tsx";

/** The record of an organization, to change or delete. */
export function OrganizationTab(place: OrganizationPlace) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId } = place;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const organization = useQuery({
    queryKey: [apiKey, "organization", organizationId],
    queryFn: ({ signal }) => findOrganization(place, signal),
  });
  const remove = async () => {
    await client.organizations.delete({ organizationIds: [organizationId] });
    await queries.invalidateQueries({ queryKey: [apiKey] });
    await navigate({ to: "/data" });
  };
  return (
    <QueryView query={organization}>
      {(found) =>
        found === null ? (
          <Notice kind="bad" title={data.gone} />
        ) : (
          <>
            <div className="actions">
              <ItemButton
                title={common.edit}
                path="/v2/organizations/update"
                list="organizations"
                initial={{ organizationId, organizationName: found.organizationName }}
                without={["organizationId"]}
                send={(value) => client.organizations.update({ organizations: [{ ...value, organizationId }] })}
                onDone={() => void queries.invalidateQueries({ queryKey: [apiKey] })}
              />
              <DeleteButton
                title={data.deleteOne(nameWithId(found.organizationName, organizationId))}
                word={organizationId}
                onDelete={remove}
              >
                <TakenAlong {...place} lead={data.takesOrganization} />
              </DeleteButton>
            </div>
            <h2>{common.json}</h2>
            <JsonView value={found} label={common.json} />
          </>
        )
      }
    </QueryView>
  );
}
