import add from "#api/v2/workspace/domains/add";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(add, { path: "/v1/workspace/domains/add" });
