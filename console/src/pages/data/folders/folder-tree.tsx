import type { Folder } from "@atrium/client";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ErrorPanel } from "../../../components/error-panel.tsx";
import { Loading } from "../../../components/loading.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useTexts } from "../../../texts/texts.tsx";
import type { OrganizationPlace } from "../place.ts";
import { useFolder } from "./use-folder.ts";

interface FolderTreeProps extends OrganizationPlace {
  /** The open folder; empty for the whole organization. */
  chosen: string;
  onChoose: (folderId: string) => void;
}

interface BranchesProps extends FolderTreeProps {
  /** The ancestors of the open folder, which are expanded unless somebody collapses them. */
  around: readonly string[];
}

/** An organization's folder tree. It fetches a folder's children when it is expanded, as the open one's ancestors are. */
export function FolderTree({ chosen, onChoose, ...place }: FolderTreeProps) {
  const { data } = useTexts();
  const around = useFolder(place, chosen).data?.ancestors ?? [];
  return (
    <nav className="tree" aria-label={data.folders}>
      <Button kind="link" aria-current={chosen === "" || undefined} onClick={() => onChoose("")}>
        {data.allDocuments}
      </Button>
      <Folders {...place} parent={undefined} chosen={chosen} around={around} onChoose={onChoose} />
    </nav>
  );
}

function Folders({ client, apiKey, organizationId, parent, ...tree }: BranchesProps & { parent: string | undefined }) {
  const { data, common } = useTexts();
  const { rows, error, hasMore, isLoadingMore, loadMore, reload } = useList<Folder>({
    queryKey: [apiKey, "folders", organizationId, parent],
    fetchPage: async (page, signal) => {
      const { folders } = client.organizations;
      if (parent === undefined) return folders.get({ organizationId, ...page, rootFoldersOnly: true }, { signal });
      const reply = await folders.get({ organizationId, ...page, folderId: parent, maxDepth: 1 }, { signal });
      return { ...reply, data: reply.data[0]?.subFolders ?? [] };
    },
  });
  const place = { client, apiKey, organizationId };
  const failure = error && <ErrorPanel error={error} onRetry={reload} />;
  if (!rows) return failure ?? <Loading />;
  if (rows.length === 0) return failure ?? <p className="quiet">{data.noFolders}</p>;
  return (
    <>
      <ul>
        {rows.map((folder) => (
          <FolderBranch key={folder.folderId} {...place} {...tree} folder={folder} />
        ))}
      </ul>
      {hasMore && (
        <Button kind="link" isBusy={isLoadingMore} onClick={loadMore}>
          {common.loadMore}
        </Button>
      )}
      {failure}
    </>
  );
}

function FolderBranch({ folder, ...tree }: BranchesProps & { folder: Folder }) {
  const { data } = useTexts();
  const { folderId, folderName } = folder;
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const isOpen = isUnfolded ?? tree.around.includes(folderId);
  return (
    <li>
      <Button
        kind="link"
        aria-expanded={isOpen}
        aria-label={data.unfold(folderName)}
        onClick={() => setUnfolded(!isOpen)}
      >
        {isOpen ? "▾" : "▸"}
      </Button>{" "}
      <Button kind="link" aria-current={tree.chosen === folderId || undefined} onClick={() => tree.onChoose(folderId)}>
        {folderName}
      </Button>
      {isOpen && <Folders {...tree} parent={folderId} />}
    </li>
  );
}
