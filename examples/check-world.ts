import assert from "node:assert/strict";
import type { AtriumClient } from "@atrium/client";
import { parentsFirst } from "./load-world.ts";
import type { Folder, Organization } from "./world-file.ts";

interface ServedFolder extends Folder {
  ancestors: string[];
  subFolders?: ServedFolder[];
}

/** Reads all pages of the organization and compares them with the file. @throws AssertionError if they differ. */
export async function checkOrganization(atrium: AtriumClient, organization: Organization): Promise<void> {
  await Promise.all([
    checkUsers(atrium, organization),
    checkDocuments(atrium, organization),
    checkFolders(atrium, organization),
  ]);
}

async function checkUsers(atrium: AtriumClient, { organizationId, users }: Organization): Promise<void> {
  const servedUsers = new Map<string, object>();
  for await (const user of atrium.users.get.each({ organizationId, pageSize: 100 })) {
    assert.ok(!servedUsers.has(user.userId), `user ${user.userId} came twice`);
    servedUsers.set(user.userId, { userId: user.userId, name: user.name, email: user.email });
  }
  assert.deepEqual(sorted(servedUsers), sorted(users));
}

async function checkDocuments(atrium: AtriumClient, { organizationId, documents }: Organization): Promise<void> {
  const servedDocuments = new Map<string, object>();
  for await (const one of atrium.organizations.documents.get.each({ organizationId, pageSize: 250 })) {
    assert.ok(!servedDocuments.has(one.id), `document ${one.id} came twice`);
    assert.ok("documentName" in one && "firstSeen" in one, `document ${one.id} lacks its fields`);
    const { id, documentName, folderId = "root", firstSeen } = one;
    servedDocuments.set(id, { documentId: id, documentName, folderId, createdAt: firstSeen });
  }
  assert.deepEqual(sorted(servedDocuments), sorted(documents));
}

/** The list of all folders, and the whole tree below each top-level folder, must both match the file. */
async function checkFolders(atrium: AtriumClient, { organizationId, folders }: Organization): Promise<void> {
  const { get } = atrium.organizations.folders;
  const expectedFolders = new Map<string, object>();
  const ancestors = new Map<string, string[]>([["root", []]]);
  for (const folder of parentsFirst(folders)) {
    const above = [...(ancestors.get(folder.parentFolderId) ?? []), folder.parentFolderId];
    ancestors.set(folder.folderId, above);
    expectedFolders.set(folder.folderId, toPlain({ ...folder, ancestors: above }));
  }
  const listed = new Map<string, object>();
  for await (const folder of get.each({ organizationId, pageSize: 100 })) listed.set(folder.folderId, toPlain(folder));
  assert.deepEqual(sorted(listed), sorted(expectedFolders));

  const nested = new Map<string, object>();
  const collect = (folder: ServedFolder) => {
    nested.set(folder.folderId, toPlain(folder));
    folder.subFolders?.forEach(collect);
  };
  const tops = [...folders.values()].filter(({ parentFolderId }) => parentFolderId === "root");
  await Promise.all(
    tops.map(async ({ folderId }) => {
      const { data } = await get({ organizationId, folderId, maxDepth: 100 });
      data.forEach(collect);
    }),
  );
  assert.deepEqual(sorted(nested), sorted(expectedFolders));
}

function toPlain({ folderId, folderName, parentFolderId, ancestors }: ServedFolder) {
  return { folderId, folderName, parentFolderId, ancestors };
}

/** Entries in a fixed order, as plain objects. */
function sorted(map: ReadonlyMap<string, object>): [string, object][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, one]) => [id, { ...one }]);
}
