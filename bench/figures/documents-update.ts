import { compare, ORGANIZATION, writeTarget } from "../against-floor.ts";
import type { Figure } from "../figure.ts";

/** One document per request, any of the organization's ten thousand. */
export const documentsUpdate: Figure = {
  id: "documents-update",
  title: "documents/update, one document, durable",
  target: writeTarget.target,
  run: (options) =>
    compare(
      options,
      {
        path: "/v2/organizations/documents/update",
        body: {
          data: {
            organizationId: ORGANIZATION.organizationId,
            documents: [{ documentId: "document-########", documentName: "A new name for document ########" }],
          },
        },
        among: ORGANIZATION.documents,
        floor: "/insert",
      },
      writeTarget.isMet,
    ),
};
