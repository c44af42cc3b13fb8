import remove from "#api/v2/organizations/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/organizations/delete" });
