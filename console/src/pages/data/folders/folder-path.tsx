import { Button } from "../../../components/button.tsx";
import { useTexts } from "../../../texts/texts.tsx";
import type { OrganizationPlace } from "../place.ts";
import { useFolder } from "./use-folder.ts";

interface FolderPathProps extends OrganizationPlace {
  /** The open folder. */
  folderId: string;
  /** Opens another folder; an empty id opens the whole organization. */
  onOpen: (folderId: string) => void;
}

/** The path to the open folder, which the tree beside it shows only as far as it is expanded and loaded. */
export function FolderPath({ folderId, onOpen, ...place }: FolderPathProps) {
  const { data } = useTexts();
  const folder = useFolder(place, folderId);
  if (!folder.data) return null;
  // The first ancestor represents the organization.
  const [, ...around] = folder.data.ancestors;
  return (
    <nav className="folder-path" aria-label={data.openFolder}>
      <Button kind="link" onClick={() => onOpen("")}>
        {data.allDocuments}
      </Button>
      {around.map((id) => (
        <span key={id}>
          {" / "}
          <Button kind="link" onClick={() => onOpen(id)}>
            <FolderName {...place} folderId={id} />
          </Button>
        </span>
      ))}
      {" / "}
      <strong>{folder.data.folderName}</strong> <code>{folderId}</code>
    </nav>
  );
}

/** The name of a folder, or its id until the name is known. */
function FolderName({ folderId, ...place }: Omit<FolderPathProps, "onOpen">) {
  return useFolder(place, folderId).data?.folderName || folderId;
}
