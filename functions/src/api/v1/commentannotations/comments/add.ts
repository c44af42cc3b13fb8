import * as z from "zod";
import add from "#api/v2/commentannotations/comments/add";
import { EarlierCommentInputs } from "#domain/comments/comment";
import { threadFields } from "#domain/comments/comment-selection";
import { earlierVersion } from "#http/endpoint";

export default earlierVersion(add, {
  path: "/v1/commentannotations/comments/add",
  input: z
    .object({ ...threadFields, commentData: EarlierCommentInputs })
    .transform((input) => ({ ...input, verifyUserPermissions: false })),
});
