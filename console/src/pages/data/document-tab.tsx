import type { AccessType } from "@atrium/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../components/delete-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { BlockButton, BlockedNotice } from "./block-button.tsx";
import { DeletionPreview } from "./deletion-preview.tsx";
import { ItemButton } from "./item-button.tsx";
import { Migration, useMigration } from "./migration.tsx";
import { nameWithId } from "./name-with-id.ts";
import type { DocumentPlace } from "./place.ts";
import { RecordView } from "./record-view.tsx";
import { findDocument } from "./stored.ts";

/** The id that a move takes for the top of the organization. */
const ROOT = "root";

/** The record of a document, to change, move, block, migrate or delete. */
export function DocumentTab(place: DocumentPlace) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId, documentId } = place;
  const { documents } = client.organizations;
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: [apiKey] });
  const navigate = useNavigate();
  const migration = useMigration(place);
  const queryKey = [apiKey, "document", organizationId, documentId];
  const document = useQuery({
    queryKey,
    queryFn: ({ signal }) => findDocument(place, signal),
  });
  const remove = async () => {
    await documents.delete({ organizationId, documentIds: [documentId] });
    // The page is left first, so that it does not reread the deleted document.
    await navigate({ to: "/data/organization", search: { organization: organizationId } });
    await changed();
  };
  return (
    <>
      <RecordView
        query={document}
        notice={({ disabled }) => disabled && <BlockedNotice />}
        missing={!migration.isLeaving && <Notice kind="bad" title={data.gone} />}
        actions={({ documentName, accessType, folderId = ROOT, disabled }) =>
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
                send={(value) => documents.update({ organizationId, documents: [{ ...value, documentId }] })}
                onDone={() => void changed()}
              />
              <ItemButton
                title={data.accessType}
                path="/v2/organizations/documents/access/update"
                initial={{ accessType }}
                sendsUnchanged
                without={["organizationId", "documentIds"]}
                reread={async () => {
                  const storedDocument = await findDocument(place);
                  return storedDocument && { accessType: storedDocument.accessType };
                }}
                send={({ accessType: own }) =>
                  documents.access.update({
                    organizationId,
                    documentIds: [documentId],
                    accessType: own as AccessType | null,
                  })
                }
                onDone={() => void changed()}
              />
              <ItemButton
                title={data.moveDocument}
                path="/v2/organizations/documents/move"
                initial={{ folderId }}
                without={["organizationId", "documentIds"]}
                reread={async () => {
                  const storedDocument = await findDocument(place);
                  return storedDocument && { folderId: storedDocument.folderId ?? ROOT };
                }}
                send={async ({ folderId: target }) => {
                  const folder = String(target ?? ROOT);
                  await documents.move({ organizationId, documentIds: [documentId], folderId: folder });
                  return undefined;
                }}
                onDone={() => void changed()}
              />
              <BlockButton
                name={nameWithId(documentName, documentId)}
                isBlocked={disabled}
                send={(next) =>
                  documents.access.disablestate.update({ organizationId, documentIds: [documentId], disabled: next })
                }
                onDone={changed}
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
