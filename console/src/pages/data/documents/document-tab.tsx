import { useQuery } from "@tanstack/react-query";
import { Notice } from "../../../components/notice.tsx";
import { useTexts } from "../../../texts/texts.tsx";
import { BlockedNotice } from "../block-button.tsx";
import type { DocumentPlace } from "../place.ts";
import { RecordView } from "../record-view.tsx";
import { findDocument } from "../stored.ts";
import { DocumentActions } from "./document-actions.tsx";
import { Migration, useMigration } from "./migration.tsx";

/** The record of a document, to change, move, block, migrate or delete. */
export function DocumentTab(place: DocumentPlace) {
  const { data } = useTexts();
  const { apiKey, organizationId, documentId } = place;
  const migration = useMigration(place);
  const document = useQuery({
    queryKey: [apiKey, "document", organizationId, documentId],
    queryFn: ({ signal }) => findDocument(place, signal),
  });
  return (
    <>
      <RecordView
        query={document}
        notice={({ disabled }) => disabled && <BlockedNotice />}
        missing={!migration.isLeaving && <Notice kind="bad" title={data.gone} />}
        actions={(storedDocument) => !migration.isLeaving && <DocumentActions {...place} document={storedDocument} />}
      />
      {document.data !== undefined && <Migration {...place} migration={migration} exists={document.data !== null} />}
    </>
  );
}
