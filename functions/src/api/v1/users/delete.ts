import remove from "#api/v2/users/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/users/delete" });
