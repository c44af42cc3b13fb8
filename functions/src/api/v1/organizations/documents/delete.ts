import remove from "#api/v2/organizations/documents/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/organizations/documents/delete" });
