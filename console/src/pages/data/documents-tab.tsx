import type { Document } from "@atrium/client";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useUrlState } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import type { OrganizationPlace } from "./place.ts";

/** The documents of an organization, or of one of its folders. */
export function DocumentsTab({ client, apiKey, organizationId }: OrganizationPlace) {
  const { data, common } = useTexts();
  const [folder] = useUrlState("folder");
  const list = useList<Document>({
    queryKey: [apiKey, "documents", organizationId, folder],
    fetchPage: (page, signal) =>
      client.organizations.documents.get({ ...page, organizationId, folderId: folder || undefined }, { signal }),
  });
  const columns: Column<Document>[] = [
    { title: common.name, cell: ({ documentName }) => documentName },
    { title: common.id, cell: ({ id }) => <code>{id}</code> },
    { title: data.access, cell: ({ accessType }) => accessType, width: "minmax(11ch, 0.5fr)" },
    { title: data.changed, cell: ({ lastUpdated }) => <Time at={lastUpdated} />, width: "minmax(20ch, 0.7fr)" },
  ];
  const empty = (
    <Notice kind="plain" title={data.noDocuments}>
      {data.noDocumentsHelp}
    </Notice>
  );
  return <RecordTable label={data.documents} list={list} columns={columns} keyOf={({ id }) => id} empty={empty} />;
}
