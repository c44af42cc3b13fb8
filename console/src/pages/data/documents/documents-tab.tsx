import type { Document } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SearchField } from "../../../components/fields/search-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Time } from "../../../components/time.tsx";
import type { Column } from "../../../lists/data-table.tsx";
import { RecordTable } from "../../../lists/record-table.tsx";
import { useList } from "../../../lists/use-list.ts";
import { useUrlState } from "../../../router/url-state.ts";
import { useTexts } from "../../../texts/texts.tsx";
import { BlockedBadge } from "../block-button.tsx";
import { FolderActions } from "../folders/folder-actions.tsx";
import { FolderPath } from "../folders/folder-path.tsx";
import { FolderTree } from "../folders/folder-tree.tsx";
import { useFolder } from "../folders/use-folder.ts";
import { ItemButton } from "../item-button.tsx";
import type { OrganizationPlace } from "../place.ts";

/** The documents of an organization, or of one of its folders. */
export function DocumentsTab(place: OrganizationPlace) {
  const { data } = useTexts();
  const [folderId, openFolder] = useUrlState("folder", "", { isStep: true });
  const folder = useFolder(place, folderId);
  return (
    <div className="with-tree">
      <div>
        <FolderActions {...place} folderId={folderId} onOpen={openFolder} />
        <FolderTree {...place} chosen={folderId} onChoose={openFolder} />
      </div>
      <div>
        {folder.data === null ? (
          <Notice kind="bad" title={data.absent.folder(folderId)}>
            {data.absentHelp}
          </Notice>
        ) : (
          <>
            {folderId !== "" && <FolderPath {...place} folderId={folderId} onOpen={openFolder} />}
            <DocumentList {...place} folderId={folderId} />
          </>
        )}
      </div>
    </div>
  );
}

/** The documents directly in a folder, or with an empty id all of the organization. */
function DocumentList({ folderId, ...place }: OrganizationPlace & { folderId: string }) {
  const { data, common } = useTexts();
  const { client, apiKey, organizationId } = place;
  const queries = useQueryClient();
  const [text, find] = useUrlState("find");
  const list = useList<Document>({
    queryKey: [apiKey, "documents", organizationId, folderId, text],
    fetchPage: (page, signal) => {
      const where = { organizationId, folderId: folderId || undefined, searchKey: text || undefined };
      return client.organizations.documents.get({ ...page, ...where, documentIds: undefined }, { signal });
    },
  });
  const columns: Column<Document>[] = [
    {
      title: common.name,
      width: "minmax(11rem, 2fr)",
      cell: (one) => (
        <Link to="/data/document" search={{ organization: organizationId, document: one.id }}>
          {one.documentName}
        </Link>
      ),
    },
    { title: common.id, cell: (one) => <code>{one.id}</code> },
    {
      title: data.access,
      // The access type of a blocked document opens it to nobody.
      cell: ({ accessType, disabled }) => (disabled ? <BlockedBadge /> : accessType),
      width: "minmax(9rem, 0.5fr)",
    },
    { title: data.changed, cell: ({ lastUpdated }) => <Time at={lastUpdated} />, width: "minmax(11rem, 0.5fr)" },
  ];
  const empty = (
    <Notice kind="plain" title={text ? data.noMatch : data.noDocuments}>
      {text ? `${data.noMatchHelp} ${data.noMatchWords}` : data.noDocumentsHelp}
    </Notice>
  );
  return (
    <>
      <div className="filters">
        <SearchField label={data.find} value={text} onChange={find} />
        <ItemButton
          title={data.addDocument}
          path="/v2/organizations/documents/add"
          list="documents"
          send={(value) =>
            client.organizations.documents.add({
              organizationId,
              folderId: folderId || undefined,
              documents: [{ documentId: "", ...value }],
            })
          }
          nameOf={({ documentId, documentName }) => (
            <Link to="/data/document" search={{ organization: organizationId, document: String(documentId) }}>
              {String(documentName ?? documentId)}
            </Link>
          )}
          onDone={() => void queries.invalidateQueries({ queryKey: [apiKey, "documents"] })}
        />
      </div>
      <RecordTable label={data.documents} list={list} columns={columns} keyOf={(one) => one.id} empty={empty} />
    </>
  );
}
