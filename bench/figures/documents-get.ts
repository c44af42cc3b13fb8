import { compare, ORGANIZATION, readTarget } from "../against-floor.ts";
import type { Figure } from "../figure.ts";

/** One id per request, any of the organization's ten thousand. */
export const documentsGet: Figure = {
  id: "documents-get",
  title: "documents/get, one id",
  target: readTarget.target,
  run: (options) =>
    compare(
      options,
      {
        path: "/v2/organizations/documents/get",
        body: { data: { organizationId: ORGANIZATION.organizationId, documentIds: ["document-########"] } },
        among: ORGANIZATION.documents,
        floor: "/echo",
      },
      readTarget.isMet,
    ),
};
