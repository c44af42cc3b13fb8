import remove from "#api/v2/notifications/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/notifications/delete" });
