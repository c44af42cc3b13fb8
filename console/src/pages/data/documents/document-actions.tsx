import type { AccessType, Document } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DeleteButton } from "../../../components/delete-button.tsx";
import type { FormValue } from "../../../forms/form-value.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { BlockButton } from "../block-button.tsx";
import { DeletionPreview } from "../deletion-preview.tsx";
import { ItemButton } from "../item-button.tsx";
import { nameWithId } from "../name-with-id.ts";
import type { DocumentPlace } from "../place.ts";
import { fieldsInForm, findDocument } from "../stored.ts";

/** The id that a move takes for the top of the organization. */
const ROOT = "root";

/** Changes, moves, blocks or deletes a document. */
export function DocumentActions({ document, ...place }: DocumentPlace & { document: Document }) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId, documentId } = place;
  const { documents } = client.organizations;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { documentName, disabled } = document;
  const name = nameWithId(documentName, documentId);
  const inForm = (fields: (record: Document) => FormValue) => fieldsInForm(document, () => findDocument(place), fields);
  const changed = () => queries.invalidateQueries({ queryKey: [apiKey] });
  const remove = async () => {
    await documents.delete({ organizationId, documentIds: [documentId] });
    // The page is left first, so that it does not reread the deleted document.
    await navigate({ to: "/data/organization", search: { organization: organizationId } });
    await changed();
  };
  const form = { of: `${data.document} ${name}`, onDone: () => void changed() };
  return (
    <>
      <ItemButton
        {...form}
        title={common.edit}
        path="/v2/organizations/documents/update"
        list="documents"
        {...inForm(({ documentName, accessType }) => ({ documentName, accessType }))}
        without={["documentId"]}
        send={(value) => documents.update({ organizationId, documents: [{ ...value, documentId }] })}
      />
      <ItemButton
        {...form}
        title={data.accessType}
        path="/v2/organizations/documents/access/update"
        {...inForm(({ accessType }) => ({ accessType }))}
        sendsUnchanged
        without={["organizationId", "documentIds"]}
        send={(value) => {
          const own = value.accessType as AccessType | null;
          return documents.access.update({ organizationId, documentIds: [documentId], accessType: own });
        }}
      />
      <ItemButton
        {...form}
        title={data.moveDocument}
        path="/v2/organizations/documents/move"
        {...inForm(({ folderId = ROOT }) => ({ folderId }))}
        without={["organizationId", "documentIds"]}
        send={async (value) => {
          await documents.move({ organizationId, documentIds: [documentId], folderId: String(value.folderId) });
          return undefined;
        }}
      />
      <BlockButton
        name={name}
        isBlocked={disabled}
        send={(next) =>
          documents.access.disablestate.update({ organizationId, documentIds: [documentId], disabled: next })
        }
        onDone={changed}
      />
      <DeleteButton title={data.deleteOne(name)} word={documentId} onDelete={remove}>
        <DeletionPreview {...place} lead={data.takesDocument} />
      </DeleteButton>
    </>
  );
}
