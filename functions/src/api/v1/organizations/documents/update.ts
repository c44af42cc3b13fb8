import update from "#api/v2/organizations/documents/update";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(update, { path: "/v1/organizations/documents/update" });
