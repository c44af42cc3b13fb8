import remove from "#api/v2/workspace/domains/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/workspace/domains/delete" });
