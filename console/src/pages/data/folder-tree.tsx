import type { Folder } from "@atrium/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { OrganizationPlace } from "./place.ts";

interface FolderTreeProps extends OrganizationPlace {
  /** The folder that is open; empty for the whole organization. */
  chosen: string;
  onChoose: (folderId: string) => void;
}

/** The folders of an organization. A folder's own folders are fetched when it is unfolded. */
export function FolderTree({ chosen, onChoose, ...place }: FolderTreeProps) {
  const { data } = useTexts();
  return (
    <nav className="tree" aria-label={data.folders}>
      <Button kind="link" aria-current={chosen === "" || undefined} onClick={() => onChoose("")}>
        {data.allDocuments}
      </Button>
      <Folders {...place} parent={undefined} chosen={chosen} onChoose={onChoose} />
    </nav>
  );
}

function Folders({
  client,
  apiKey,
  organizationId,
  parent,
  chosen,
  onChoose,
}: FolderTreeProps & { parent: string | undefined }) {
  const { data } = useTexts();
  const folders = useQuery({
    queryKey: [apiKey, "folders", organizationId, parent],
    queryFn: async ({ signal }) => {
      const most = { organizationId, pageSize: 1000 };
      if (parent === undefined)
        return (await client.organizations.folders.get({ ...most, rootFoldersOnly: true }, { signal })).data;
      const [found] = (await client.organizations.folders.get({ ...most, folderId: parent, maxDepth: 1 }, { signal }))
        .data;
      return found?.subFolders ?? [];
    },
  });
  const place = { client, apiKey, organizationId };
  return (
    <QueryView query={folders}>
      {(list) =>
        list.length === 0 ? (
          <p className="quiet">{data.noFolders}</p>
        ) : (
          <ul>
            {list.map((folder) => (
              <FolderBranch key={folder.folderId} {...place} folder={folder} chosen={chosen} onChoose={onChoose} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

function FolderBranch({ folder, ...tree }: FolderTreeProps & { folder: Folder }) {
  const { data } = useTexts();
  const { folderId, folderName } = folder;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <Button kind="link" aria-expanded={isOpen} aria-label={data.unfold(folderName)} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "▾" : "▸"}
      </Button>{" "}
      <Button kind="link" aria-current={tree.chosen === folderId || undefined} onClick={() => tree.onChoose(folderId)}>
        {folderName}
      </Button>
      {isOpen && <Folders {...tree} parent={folderId} />}
    </li>
  );
}
