import get from "#api/v2/users/data/get";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(get, { path: "/v1/users/data/get" });
