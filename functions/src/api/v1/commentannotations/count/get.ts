import get from "#api/v2/commentannotations/count/get";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(get, { path: "/v1/commentannotations/count/get" });
