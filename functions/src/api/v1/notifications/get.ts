import * as z from "zod";
import get from "#api/v2/notifications/get";
import { selectionFields } from "#domain/notifications/notification";
import { earlierVersion } from "#http/endpoint";
import { Id, Ids } from "#platform/shapes/fields";

export default earlierVersion(get, {
  path: "/v1/notifications/get",
  requires: undefined,
  summary:
    "Read notifications by id, or the 1,000 newest of an organization, a document or the inbox of a user. To read the rest of a longer list, pass its pageToken to the v2 endpoint.",
  input: z
    .object({ organizationId: Id, ...selectionFields, notificationIds: Ids.optional() })
    .transform((selection) => ({ ...selection, order: "desc" as const, pageSize: 1000 })),
  example: { organizationId: "acme", userId: "ada" },
});
