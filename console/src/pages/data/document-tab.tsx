import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../components/delete-button.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { ItemButton } from "./item-button.tsx";
import { Migration, useMigration } from "./migration.tsx";
import { nameWithId } from "./name-with-id.ts";
import type { DocumentPlace } from "./place.ts";
import { TakenAlong } from "./taken-along.tsx";

/** The record of a document, to change, migrate or delete. */
export function DocumentTab(place: DocumentPlace) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId, documentId } = place;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const migration = useMigration(place);
  const queryKey = [apiKey, "document", organizationId, documentId];
  const document = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [found] = (
        await client.organizations.documents.get({ organizationId, documentIds: [documentId] }, { signal })
      ).data;
      return found !== undefined && "documentName" in found ? found : null;
    },
  });
  const remove = async () => {
    await client.organizations.documents.delete({ organizationId, documentIds: [documentId] });
    await queries.invalidateQueries({ queryKey: [apiKey] });
    await navigate({ to: "/data/organization", search: { organization: organizationId } });
  };
  return (
    <>
      <QueryView query={document}>
        {(found) =>
          found === null ? (
            !migration.isLeaving && <Notice kind="bad" title={data.gone} />
          ) : (
            <>
              {!migration.isLeaving && (
                <div className="actions">
                  <ItemButton
                    title={common.edit}
                    path="/v2/organizations/documents/update"
                    list="documents"
                    initial={{ documentId, documentName: found.documentName }}
                    without={["documentId"]}
                    send={(value) =>
                      client.organizations.documents.update({ organizationId, documents: [{ ...value, documentId }] })
                    }
                    onDone={() => void queries.invalidateQueries({ queryKey: [apiKey] })}
                  />
                  <DeleteButton
                    title={data.deleteOne(nameWithId(found.documentName, documentId))}
                    word={documentId}
                    onDelete={remove}
                  >
                    <TakenAlong {...place} lead={data.takesDocument} />
                  </DeleteButton>
                </div>
              )}
              <h2>{common.json}</h2>
              <JsonView value={found} label={common.json} />
            </>
          )
        }
      </QueryView>
      {document.data !== undefined && <Migration {...place} migration={migration} exists={document.data !== null} />}
    </>
  );
}
