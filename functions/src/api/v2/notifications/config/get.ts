import * as z from "zod";
import { requireDocuments } from "#domain/documents/store/required-documents";
import { UserConfig } from "#domain/notifications/preference";
import { effectiveConfig } from "#domain/notifications/recipients";
import { chosenConfigs, preferencePath, type StoredPreference } from "#domain/notifications/store/preferences";
import { placePath } from "#domain/organizations/store/organizations";
import { documentsOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { requiredUnless } from "#platform/shapes/field-rules";
import { Id, Ids } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/notifications/config/get",
  auth: "apiKey",
  user: { action: "read", on: documentsOf, self: ["userId"] },
  requires: "notificationPreferences",
  kind: "read",
  summary:
    "Read which notifications a user receives for documents and, on request, for the organization. A document without its own settings uses those of the organization, and an organization without settings uses the defaults: inbox ALL, email MINE, slack NONE.",
  input: z
    .object({
      organizationId: Id,
      userId: Id,
      documentIds: Ids.optional(),
      getOrganizationConfig: z.boolean().optional(),
    })
    .check(
      requiredUnless(
        "documentIds",
        ["getOrganizationConfig", true],
        "is required unless getOrganizationConfig is true.",
      ),
    ),
  output: z.array(UserConfig),
  cost: { reads: 3, writes: 0, trips: 1, byUser: { reads: 7, writes: 0, trips: 2 } },
  example: { organizationId: "acme", userId: "ada", documentIds: ["homepage"], getOrganizationConfig: true },
  async handle(call, { organizationId, userId, documentIds = [], getOrganizationConfig }) {
    const places = [undefined, ...documentIds];
    const paths = places.map((documentId) => preferencePath(placePath(call, { organizationId, documentId }), userId));
    const [preferences] = await Promise.all([
      call.store.getMany<StoredPreference>(paths),
      requireDocuments(call.store, call, organizationId, documentIds),
    ]);
    const [ofOrganization, ...ofDocuments] = preferences.map((doc) => doc?.data);
    const metadata = { apiKey: call.apiKey.apiKeyId, organizationId };
    const data = documentIds.map((documentId, i) => ({
      config: effectiveConfig(chosenConfigs(ofDocuments[i], ofOrganization)),
      metadata: { ...metadata, documentId, userId },
    }));
    const general = { config: effectiveConfig([ofOrganization]), metadata: { ...metadata, userId } };
    return {
      message: "User config fetched successfully.",
      data: getOrganizationConfig ? [...data, general] : data,
    };
  },
});
