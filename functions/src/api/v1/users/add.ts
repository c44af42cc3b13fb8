import { z } from "zod";
import add from "#api/v2/users/add";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#model/fields";
import { UsersWithoutRole } from "#model/user";

export default earlierVersion(add, {
  path: "/v1/users/add",
  input: z
    .object({ organizationId: Id, documentId: Id.optional(), folderId: Id.optional(), users: UsersWithoutRole })
    .refine(({ documentId, folderId }) => documentId === undefined || folderId === undefined, {
      path: ["folderId"],
      message: "must not be given together with documentId.",
    }),
});
