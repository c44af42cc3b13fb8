import broadcast from "#api/v2/livestate/broadcast";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(broadcast, { path: "/v1/livestate/broadcast" });
