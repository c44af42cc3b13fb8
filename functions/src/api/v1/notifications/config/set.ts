import * as z from "zod";
import set from "#api/v2/notifications/config/set";
import { ChosenConfig } from "#domain/notifications/preference";
import { earlierVersion } from "#http/endpoint";
import { FewIds, Id, ManyIds } from "#platform/shapes/fields";

export default earlierVersion(set, {
  path: "/v1/notifications/config/set",
  summary:
    "Set which notifications users receive for documents. Omitted channels keep their settings; `null` takes a setting away.",
  input: z.object({ organizationId: Id, documentIds: FewIds, userIds: ManyIds, config: ChosenConfig }),
});
