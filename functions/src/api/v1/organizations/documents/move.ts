import move from "#api/v2/organizations/documents/move";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(move, { path: "/v1/organizations/documents/move" });
