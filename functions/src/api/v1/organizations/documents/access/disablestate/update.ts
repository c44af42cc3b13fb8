import update from "#api/v2/organizations/documents/access/disablestate/update";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(update, { path: "/v1/organizations/documents/access/disablestate/update" });
