import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../components/delete-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { DeletionPreview } from "./deletion-preview.tsx";
import { ItemButton } from "./item-button.tsx";
import { Migration, useMigration } from "./migration.tsx";
import { nameWithId } from "./name-with-id.ts";
import type { DocumentPlace } from "./place.ts";
import { RecordView } from "./record-view.tsx";
import { findDocument } from "./stored.ts";

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
    queryFn: ({ signal }) => findDocument(place, signal),
  });
  const remove = async () => {
    await client.organizations.documents.delete({ organizationId, documentIds: [documentId] });
    // The page is left first, so that it does not reread the deleted document.
    await navigate({ to: "/data/organization", search: { organization: organizationId } });
    await queries.invalidateQueries({ queryKey: [apiKey] });
  };
  return (
    <>
      <RecordView
        query={document}
        missing={!migration.isLeaving && <Notice kind="bad" title={data.gone} />}
        actions={({ documentName, accessType }) =>
          !migration.isLeaving && (
            <>
              <ItemButton
                title={common.edit}
                path="/v2/organizations/documents/update"
                list="documents"
                initial={{ documentName, accessType }}
                without={["documentId"]}
                reread={async () => {
                  const storedDocument = await findDocument(place);
                  return (
                    storedDocument && {
                      documentName: storedDocument.documentName,
                      accessType: storedDocument.accessType,
                    }
                  );
                }}
                send={(value) =>
                  client.organizations.documents.update({ organizationId, documents: [{ ...value, documentId }] })
                }
                onDone={() => void queries.invalidateQueries({ queryKey: [apiKey] })}
              />
              <DeleteButton
                title={data.deleteOne(nameWithId(documentName, documentId))}
                word={documentId}
                onDelete={remove}
              >
                <DeletionPreview {...place} lead={data.takesDocument} />
              </DeleteButton>
            </>
          )
        }
      />
      {document.data !== undefined && <Migration {...place} migration={migration} exists={document.data !== null} />}
    </>
  );
}
