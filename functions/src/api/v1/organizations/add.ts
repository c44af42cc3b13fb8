import add from "#api/v2/organizations/add";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(add, { path: "/v1/organizations/add" });
