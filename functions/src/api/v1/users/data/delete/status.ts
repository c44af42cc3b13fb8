import status from "#api/v2/users/data/delete/status";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(status, { path: "/v1/users/data/delete/status" });
