import remove from "#api/v2/commentannotations/comments/delete";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(remove, { path: "/v1/commentannotations/comments/delete" });
