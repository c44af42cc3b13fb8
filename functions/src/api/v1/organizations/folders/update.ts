import update from "#api/v2/organizations/folders/update";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(update, { path: "/v1/organizations/folders/update" });
