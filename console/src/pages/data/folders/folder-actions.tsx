import type { AccessType, Folder } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { DeleteButton } from "../../../components/delete-button.tsx";
import { ErrorPanel } from "../../../components/error-panel.tsx";
import type { FormValue } from "../../../forms/form-value.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { DeletionPreview } from "../deletion-preview.tsx";
import { ItemButton } from "../item-button.tsx";
import { nameWithId } from "../name-with-id.ts";
import type { OrganizationPlace } from "../place.ts";
import { fieldsInForm, findFolder } from "../stored.ts";
import { useFolder } from "./use-folder.ts";

interface FolderActionsProps extends OrganizationPlace {
  /** The open folder; empty for the whole organization. */
  folderId: string;
  /** Opens another folder; an empty id opens the whole organization. */
  onOpen: (folderId: string) => void;
}

/** Adds a folder to the open one, and changes or deletes the open one. */
export function FolderActions({ folderId, onOpen, ...place }: FolderActionsProps) {
  const { data } = useTexts();
  const { client, apiKey, organizationId } = place;
  const queries = useQueryClient();
  const folder = useFolder(place, folderId);
  // The access type of a folder also shows in its documents.
  const changed = () => void queries.invalidateQueries({ queryKey: [apiKey] });
  // The list beside it says that the folder does not exist.
  if (folder.data === null) return null;
  return (
    <div className="actions">
      <ItemButton
        title={data.addFolder}
        path="/v2/organizations/folders/add"
        list="folders"
        without={["parentFolderId"]}
        send={(value) =>
          client.organizations.folders.add({
            organizationId,
            folders: [{ folderId: "", ...value, parentFolderId: folderId || undefined }],
          })
        }
        nameOf={({ folderId: added, folderName }) => (
          <Button kind="link" onClick={() => onOpen(String(added))}>
            {String(folderName ?? added)}
          </Button>
        )}
        onDone={changed}
      />
      {folderId !== "" && (
        <OpenFolder
          {...place}
          folderId={folderId}
          onChanged={changed}
          onDeleted={() => {
            onOpen("");
            changed();
          }}
        />
      )}
    </div>
  );
}

function OpenFolder({
  client,
  apiKey,
  organizationId,
  folderId,
  onChanged,
  onDeleted,
}: Omit<FolderActionsProps, "onOpen"> & { onChanged: () => void; onDeleted: () => void }) {
  const { data } = useTexts();
  const { folders } = client.organizations;
  const folder = useFolder({ client, apiKey, organizationId }, folderId);
  if (folder.error) return <ErrorPanel error={folder.error} onRetry={() => void folder.refetch()} />;
  if (!folder.data) return null;
  const openFolder = folder.data;
  const { folderName } = openFolder;
  const inForm = (fields: (record: Folder) => FormValue) =>
    fieldsInForm(openFolder, () => findFolder({ client, organizationId }, folderId), fields);
  const of = `${data.records.folder} ${nameWithId(folderName, folderId)}`;
  const remove = async () => {
    await folders.delete({ organizationId, folderId });
    onDeleted();
  };
  return (
    <>
      <ItemButton
        key={folderId}
        title={data.editFolder}
        of={of}
        path="/v2/organizations/folders/update"
        list="folders"
        without={["folderId"]}
        {...inForm(({ folderName, parentFolderId }) => ({ folderName, parentFolderId }))}
        send={(changes) => folders.update({ organizationId, folders: [{ ...changes, folderId }] })}
        onDone={onChanged}
      />
      <ItemButton
        title={data.accessType}
        of={of}
        path="/v2/organizations/folders/access/update"
        without={["organizationId", "folderIds", "inheritFromParent"]}
        {...inForm(({ accessType }) => ({ accessType }))}
        sendsUnchanged
        send={({ accessType: own }) =>
          folders.access.update({ organizationId, folderIds: [folderId], accessType: own as AccessType | null })
        }
        onDone={onChanged}
      />
      <DeleteButton action={data.deleteFolder} title={data.deleteOne(folderName)} word={folderId} onDelete={remove}>
        <DeletionPreview {...{ client, apiKey, organizationId, folderId }} lead={data.takesFolder} />
      </DeleteButton>
    </>
  );
}
