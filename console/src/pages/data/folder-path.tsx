import { Button } from "../../components/button.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { OrganizationPlace } from "./place.ts";
import { useFolder } from "./use-folder.ts";

interface FolderPathProps extends OrganizationPlace {
  /** The folder that is open. */
  folderId: string;
  /** Opens another folder; empty: the whole organization. */
  onOpen: (folderId: string) => void;
}

/** Where the open folder is, from the outside in: the tree beside it shows it only as far as it is unfolded and loaded. */
export function FolderPath({ folderId, onOpen, ...place }: FolderPathProps) {
  const { data } = useTexts();
  const folder = useFolder(place, folderId);
  if (!folder.data) return null;
  // The first one stands for the organization.
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
      <strong>{folder.data.folderName}</strong>
    </nav>
  );
}

/** The name of a folder, and its id until the name is known. */
function FolderName({ folderId, ...place }: Omit<FolderPathProps, "onOpen">) {
  return useFolder(place, folderId).data?.folderName || folderId;
}
