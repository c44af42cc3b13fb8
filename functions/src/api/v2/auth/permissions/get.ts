import * as z from "zod";
import { accessEntry } from "#domain/access/entry";
import { type AccessEntry, UserAccess } from "#domain/access/permission";
import { accessDecisions } from "#domain/access/store/access-decisions";
import type { Place } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { batchesOf } from "#platform/async/parallel";
import { Id, Ids } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/auth/permissions/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read what users may do with an organization, and with some of its folders and documents.",
  input: z.object({
    organizationId: Id,
    userIds: Ids,
    folderIds: Ids.optional(),
    documentIds: Ids.optional(),
    skipResourceExistenceValidation: z.boolean().default(false),
  }),
  output: z.record(z.string(), UserAccess),
  cost: {
    reads: 6,
    writes: 0,
    trips: 1,
    note: "It reads three places, and the grants and memberships of the two users there.",
  },
  example: { organizationId: "acme", userIds: ["ada", "lin"], folderIds: ["designs"], documentIds: ["homepage"] },
  async handle(call, { organizationId, userIds, skipResourceExistenceValidation, folderIds, documentIds }) {
    const places: Place[] = [
      { organizationId },
      ...(folderIds ?? []).map((folderId) => ({ organizationId, folderId })),
      ...(documentIds ?? []).map((documentId) => ({ organizationId, documentId })),
    ];
    const requests = userIds.flatMap((userId) =>
      places.map((place) => ({ user: { userId }, action: "read" as const, place })),
    );
    const decisions = await accessDecisions(call.store, call, requests);
    if (decisions[0]?.rule.kind === "missing") throw notFound("organization");
    const entries = batchesOf(decisions.map(accessEntry), places.length);
    const data = Object.fromEntries(
      userIds.map((userId, i) => {
        const [organization, ...others] = entries[i] as [AccessEntry, ...AccessEntry[]];
        const access = {
          organization: Object.fromEntries([[organizationId, organization]]),
          folders: folderIds && byId(folderIds, others),
          documents: documentIds && byId(documentIds, others.slice(folderIds?.length ?? 0)),
        };
        return [userId, access];
      }),
    );
    if (!skipResourceExistenceValidation && Object.values(data).some(lacksResource))
      throw notFound("folderOrDocument", { details: data });
    return { message: "User permissions retrieved successfully.", data };
  },
});

function byId(ids: readonly string[], entries: readonly AccessEntry[]): Record<string, AccessEntry> {
  return Object.fromEntries(ids.map((id, i) => [id, entries[i] as AccessEntry]));
}

function lacksResource({ folders, documents }: UserAccess): boolean {
  return [folders, documents]
    .flatMap((entries) => Object.values(entries ?? {}))
    .some((entry) => "errorCode" in entry && entry.errorCode === "does_not_exist");
}
