import assert from "node:assert/strict";
import { parentsFirst } from "./load-world.ts";
import type { RestClient } from "./rest-client.ts";
import type { Folder, Organization } from "./world-file.ts";

interface ServedFolder extends Folder {
  ancestors: string[];
  subFolders?: ServedFolder[];
}

interface ServedDocument {
  id: string;
  documentName: string;
  folderId?: string;
  firstSeen: number;
}

/** Walks over the pages of everything in the organization and compares it with the file. @throws AssertionError */
export async function checkOrganization(client: RestClient, organization: Organization): Promise<void> {
  await Promise.all([
    checkUsers(client, organization),
    checkDocuments(client, organization),
    checkFolders(client, organization),
  ]);
}

async function checkUsers(client: RestClient, { organizationId, users }: Organization): Promise<void> {
  const found = new Map<string, object>();
  for await (const user of client.pages<{ userId: string; name: string; email: string }>("/v2/users/get", {
    organizationId,
    pageSize: 100,
  })) {
    assert.ok(!found.has(user.userId), `user ${user.userId} came twice`);
    found.set(user.userId, { userId: user.userId, name: user.name, email: user.email });
  }
  assert.deepEqual(sorted(found), sorted(users));
}

async function checkDocuments(client: RestClient, { organizationId, documents }: Organization): Promise<void> {
  const found = new Map<string, object>();
  const path = "/v2/organizations/documents/get";
  for await (const one of client.pages<ServedDocument>(path, { organizationId, pageSize: 250 })) {
    assert.ok(!found.has(one.id), `document ${one.id} came twice`);
    const { id, documentName, folderId = "root", firstSeen } = one;
    found.set(id, { documentId: id, documentName, folderId, createdAt: firstSeen });
  }
  assert.deepEqual(sorted(found), sorted(documents));
}

/** The list of all folders, and the whole tree below each top-level folder, must both be as the file says. */
async function checkFolders(client: RestClient, { organizationId, folders }: Organization): Promise<void> {
  const path = "/v2/organizations/folders/get";
  const wanted = new Map<string, object>();
  const ancestors = new Map<string, string[]>([["root", []]]);
  for (const folder of parentsFirst(folders)) {
    const above = [...(ancestors.get(folder.parentFolderId) ?? []), folder.parentFolderId];
    ancestors.set(folder.folderId, above);
    wanted.set(folder.folderId, toPlain({ ...folder, ancestors: above }));
  }
  const listed = new Map<string, object>();
  for await (const folder of client.pages<ServedFolder>(path, { organizationId, pageSize: 100 }))
    listed.set(folder.folderId, toPlain(folder));
  assert.deepEqual(sorted(listed), sorted(wanted));

  const nested = new Map<string, object>();
  const collect = (folder: ServedFolder) => {
    nested.set(folder.folderId, toPlain(folder));
    folder.subFolders?.forEach(collect);
  };
  const tops = [...folders.values()].filter(({ parentFolderId }) => parentFolderId === "root");
  await Promise.all(
    tops.map(async ({ folderId }) => {
      const { data } = await client.call<ServedFolder[]>(path, { organizationId, folderId, maxDepth: 100 });
      data.forEach(collect);
    }),
  );
  assert.deepEqual(sorted(nested), sorted(wanted));
}

function toPlain({ folderId, folderName, parentFolderId, ancestors }: ServedFolder) {
  return { folderId, folderName, parentFolderId, ancestors };
}

/** Entries in one order, as plain objects. */
function sorted(map: ReadonlyMap<string, object>): [string, object][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, one]) => [id, { ...one }]);
}
