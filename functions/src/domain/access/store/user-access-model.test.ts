import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { ROOT } from "#domain/documents/folder";
import { newDocument } from "#domain/documents/store/documents";
import { newFolder } from "#domain/documents/store/folders";
import { groupPath, memberPath, newMember } from "#domain/organizations/store/groups";
import { grantPath, userPath } from "#domain/organizations/store/members";
import {
  documentPath,
  folderPath,
  newOrganization,
  organizationPath,
  placePath,
} from "#domain/organizations/store/organizations";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import type { DocData, Write } from "#store/port";
import { ensure } from "#testing/harness/jest/ensure";
import { tries } from "#testing/harness/store/test-store";
import { world } from "#testing/harness/world";
import {
  type AccessWorld,
  anyAccessWorld,
  anyWorldQuestion,
  type WorldResource,
} from "#testing/suites/access/arbitrary-world";
import { naiveAccess } from "#testing/suites/access/naive-model";
import { accessDecisions } from "./access-decisions.ts";
import { AncestorCache } from "./ancestor-cache.ts";

const RUNS = tries(500);

test("in random stored worlds every decision matches the naive model, inside and outside a transaction", async () => {
  const { context, tenant } = await world();
  const apiKey = await findApiKey(context.store, tenant.apiKeyId);
  ensure(apiKey);
  let runs = 0;
  const anyQuestions = fc.array(anyWorldQuestion, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(anyAccessWorld, anyQuestions, fc.boolean(), async (accessWorld, input, inTransaction) => {
      const now = input[0]?.now ?? 0;
      const config = { ...apiKey.config, defaultDocumentAccessType: accessWorld.defaultAccessType };
      const own = { ...apiKey, apiKeyId: `ak_${runs++}`, config };
      const call: KeyCall = { ...context, now: () => now, requestId: "test", apiKey: own };
      await context.store.commit(writesOf(call, accessWorld));
      const questions = input.map((question) => ({ ...question, now }));
      const requests = questions.map((question) => ({ ...question, place: placeOf(question.resource) }));
      const ancestors = new AncestorCache();
      const decide = (reader: Parameters<typeof accessDecisions>[0]) =>
        accessDecisions(reader, call, requests, { ancestors });
      const expected = questions.map((question) => naiveAccess(accessWorld, question));
      expect(await (inTransaction ? context.store.transact(decide) : decide(context.store))).toStrictEqual(expected);
      expect(await decide(context.store)).toStrictEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

function placeOf({ type, id, organizationId }: WorldResource) {
  return type === "organization" ? { organizationId } : { organizationId, [`${type}Id`]: id };
}

/** The writes that store the world. `ancestors` stay those of a folder at the top, because they only save reads. */
function writesOf(call: KeyCall, { organizations, folders, documents, roles, groups }: AccessWorld): Write[] {
  const create = (path: string, data: DocData): Write => ({ op: "create", path, data });
  return [
    ...organizations.map(({ id, disabled, deleting }) =>
      create(organizationPath(call, id), { ...newOrganization(call, { disabled }), deleting }),
    ),
    ...folders.map(({ id, organizationId, parentId = ROOT, accessType, deleting }) => {
      const own = { accessType: accessType ?? null, inheritAccessFromParent: accessType === undefined };
      const folder = newFolder(call, { folderName: id, parentFolderId: parentId, ...own });
      return create(folderPath(call, organizationId, id), { ...folder, deleting });
    }),
    ...documents.map(({ id, organizationId, ...data }) =>
      create(documentPath(call, organizationId, id), { ...newDocument(call), ...data }),
    ),
    ...roles.map(({ userId, by, on, accessRole, expiresAt }) => {
      const path = (by === "grant" ? grantPath : userPath)(placePath(call, placeOf(on)), userId);
      return create(path, { accessRole, expiresAt });
    }),
    ...groups.flatMap(({ organizationId, id, userIds }) => {
      const organization = organizationPath(call, organizationId);
      return [
        create(groupPath(organization, id), { groupName: id, createdAt: 0 }),
        ...userIds.map((userId) => create(memberPath(organization, id, userId), newMember(call, id, userId))),
      ];
    }),
  ];
}
