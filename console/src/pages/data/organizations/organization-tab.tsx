import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useTexts } from "../../../texts/texts.tsx";
import { BlockButton, BlockedNotice } from "../block-button.tsx";
import { DeletionPreview } from "../deletion-preview.tsx";
import { ItemButton } from "../item-button.tsx";
import { nameWithId } from "../name-with-id.ts";
import type { OrganizationPlace } from "../place.ts";
import { RecordView } from "../record-view.tsx";
import { fieldsInForm, findOrganization } from "../stored.ts";

/** The record of an organization, to change, block or delete. */
export function OrganizationTab(place: OrganizationPlace) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId } = place;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const organization = useQuery({
    queryKey: [apiKey, "organization", organizationId],
    queryFn: ({ signal }) => findOrganization(place, signal),
  });
  const changed = () => queries.invalidateQueries({ queryKey: [apiKey] });
  const remove = async () => {
    await client.organizations.delete({ organizationIds: [organizationId] });
    // The page is left first, so that it does not reread the deleted organization.
    await navigate({ to: "/data" });
    await changed();
  };
  return (
    <RecordView
      query={organization}
      notice={({ disabled }) => disabled && <BlockedNotice />}
      missing={<Notice kind="bad" title={data.gone} />}
      actions={(record) => {
        const name = nameWithId(record.organizationName, organizationId);
        return (
          <>
            <ItemButton
              title={common.edit}
              of={`${data.organization} ${name}`}
              path="/v2/organizations/update"
              list="organizations"
              {...fieldsInForm(
                record,
                () => findOrganization(place),
                ({ organizationName }) => ({ organizationId, organizationName }),
              )}
              without={["organizationId"]}
              send={(value) => client.organizations.update({ organizations: [{ ...value, organizationId }] })}
              onDone={() => void changed()}
            />
            <BlockButton
              name={name}
              isBlocked={record.disabled}
              send={(next) =>
                client.organizations.access.disablestate.update({ organizationIds: [organizationId], disabled: next })
              }
              onDone={changed}
            />
            <DeleteButton title={data.deleteOne(name)} word={organizationId} onDelete={remove}>
              <DeletionPreview {...place} lead={data.takesOrganization} />
            </DeleteButton>
          </>
        );
      }}
    />
  );
}
