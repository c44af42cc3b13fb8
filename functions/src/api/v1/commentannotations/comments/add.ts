import * as z from "zod";
import add from "#api/v2/commentannotations/comments/add";
import { earlierVersion } from "#http/endpoint";
import { EarlierCommentInputs } from "#model/comment";
import { threadFields } from "#model/comment-selection";

export default earlierVersion(add, {
  path: "/v1/commentannotations/comments/add",
  input: z
    .object({ ...threadFields, commentData: EarlierCommentInputs })
    .transform((input) => ({ ...input, verifyUserPermissions: false })),
});
