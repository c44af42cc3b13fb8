import * as z from "zod";
import set from "#api/v2/notifications/config/set";
import { earlierVersion } from "#http/endpoint";
import { Id, Ids, ManyIds } from "#model/fields";
import { ChosenConfig } from "#model/notification-preference";

export default earlierVersion(set, {
  path: "/v1/notifications/config/set",
  summary: "Set which notifications users receive for documents. Channels that are not sent stay as they are.",
  input: z.object({ organizationId: Id, documentIds: Ids, userIds: ManyIds, config: ChosenConfig }),
});
