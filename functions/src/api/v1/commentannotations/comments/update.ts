import update from "#api/v2/commentannotations/comments/update";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(update, { path: "/v1/commentannotations/comments/update" });
