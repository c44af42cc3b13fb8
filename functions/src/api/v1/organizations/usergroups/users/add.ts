import add from "#api/v2/organizations/usergroups/users/add";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(add, { path: "/v1/organizations/usergroups/users/add" });
