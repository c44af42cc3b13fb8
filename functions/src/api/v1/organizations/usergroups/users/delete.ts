import remove from "#api/v2/organizations/usergroups/users/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/organizations/usergroups/users/delete" });
