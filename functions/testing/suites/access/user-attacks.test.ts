import { expect, test } from "@jest/globals";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { Store } from "#store/port";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type World, type WorldOptions, world } from "#testing/harness/world";
import { nothingIsWritten } from "#testing/suites/conformance/door";

const organizationId = "o";
const folderOf = (documentId: string) => ({ organizationId, documentId });

/**
 * An organization with a locked folder and an open one, each with documents, and a folder with a document below the
 * locked one. `ed` is an editor of the document `plan` in the locked folder, `guest` an editor of the open folder.
 */
async function folders(options?: WorldOptions): Promise<World> {
  const w = await world(options);
  await setFeatures(w, w.tenant, allFeatures);
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId, organizationName: "O" }] });
  const rootFolders = [
    { folderId: "locked", folderName: "Locked", accessType: "restricted" },
    { folderId: "open", folderName: "Open", accessType: "restricted" },
  ];
  await w.ok("/v2/organizations/folders/add", { organizationId, folders: rootFolders });
  const inner = [{ folderId: "inner", folderName: "Inner", parentFolderId: "locked" }];
  await w.ok("/v2/organizations/folders/add", { organizationId, folders: inner });
  for (const [folderId, documentIds] of Object.entries({
    locked: ["plan", "sibling"],
    open: ["page"],
    inner: ["deep"],
  }))
    await w.ok("/v2/organizations/documents/add", {
      organizationId,
      folderId,
      documents: documentIds.map((documentId) => ({ documentId })),
    });
  const grant = (userId: string, type: string, id: string) =>
    w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources: [{ type, id, organizationId }] } });
  await grant("ed", "document", "plan");
  await grant("guest", "folder", "open");
  return w;
}

test("an editor of a document can act neither on its folder nor on the documents beside it", async () => {
  const w = await folders();
  const resources = [{ type: "document" as const, id: "plan", organizationId, accessRole: "editor" as const }];
  for (const token of [await w.token("ed"), await w.token("by-token", { resources })]) {
    await w.ok("/v2/livestate/broadcast", { ...folderOf("plan"), liveStateDataId: "s", data: {} }, { token });
    await nothingIsWritten(w, async () => {
      for (const [path, data] of [
        ["folders/update", { folders: [{ folderId: "locked", folderName: "Mine", parentFolderId: "open" }] }],
        ["folders/access/update", { folderIds: ["locked"], accessType: "public" }],
        ["folders/delete", { folderId: "locked" }],
        ["folders/get", { folderId: "locked" }],
        ["documents/move", { documentIds: ["plan"], folderId: "open" }],
        ["documents/access/update", { documentIds: ["plan"], accessType: "public" }],
        ["documents/update", { documents: [{ documentId: "plan", folderId: "open" }] }],
      ] as const) {
        const { status } = await w.fails(`/v2/organizations/${path}`, { organizationId, ...data }, { token });
        expectWithContext(status, path).toBe("PERMISSION_DENIED");
      }
      for (const documentId of ["sibling", "deep", "page"]) {
        const broadcast = { ...folderOf(documentId), liveStateDataId: "s", data: {} };
        expect((await w.fails("/v2/livestate/broadcast", broadcast, { token })).status).toBe("PERMISSION_DENIED");
        expect((await w.fails("/v2/livestate/get", folderOf(documentId), { token })).status).toBe("PERMISSION_DENIED");
      }
    });
    const listed = await w.ok("/v2/organizations/documents/get", { organizationId, folderId: "locked" }, { token });
    expect(listed.data.map(({ id }: { id: string }) => id)).toStrictEqual(["plan"]);
  }
});

test("a folder's id grants nothing as the id of a document or an organization", async () => {
  const w = await folders();
  const resources = [
    { type: "document" as const, id: "locked", organizationId, accessRole: "editor" as const },
    { type: "organization" as const, id: "locked", accessRole: "editor" as const },
    { type: "folder" as const, id: "locked", organizationId: "other", accessRole: "editor" as const },
    { type: "folder" as const, id: "inner/../locked", organizationId, accessRole: "editor" as const },
  ];
  const token = await w.token("nobody", { resources });
  expect((await w.fails("/v2/livestate/get", folderOf("plan"), { token })).status).toBe("PERMISSION_DENIED");
});

/** Calls `between` once, after the store has answered the first read of documents in a user's request. */
function movingBetween(between: () => Promise<unknown>) {
  let isArmed = false;
  const wrapStore = (store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const member = target[name as keyof Store] as unknown;
        if (typeof member !== "function") return member;
        if (name !== "getMany") return member.bind(target);
        return async (paths: string[]) => {
          const docs = await target.getMany(paths);
          if (isArmed && paths.some((path) => path.includes("/documents/"))) {
            isArmed = false;
            await between();
          }
          return docs;
        };
      },
    });
  return {
    wrapStore,
    arm: () => {
      isArmed = true;
    },
  };
}

test("while a folder moves, access follows the old parent or the new one, never both or neither", async () => {
  // The folder moves from where the guest has access to the locked folder, or back, between two reads of a request.
  for (const [from, to] of [
    ["open", "locked"],
    ["locked", "open"],
  ]) {
    const hook = { move: async (): Promise<unknown> => undefined };
    const { wrapStore, arm } = movingBetween(() => hook.move());
    const w = await folders({ wrapStore });
    const move = (parentFolderId: string) =>
      w.ok("/v2/organizations/folders/update", { organizationId, folders: [{ folderId: "inner", parentFolderId }] });
    if (from === "open") await move("open");
    const token = await w.token("guest");
    hook.move = () => move(String(to));
    const allowedAt = (parent: string | undefined) => (parent === "open" ? 200 : 403);
    expect((await w.request("/v2/livestate/get", folderOf("deep"), { token })).status).toBe(allowedAt(from));
    // The chain was cached by the call above and must not be trusted after the move.
    arm();
    const during = await w.request("/v2/livestate/get", folderOf("deep"), { token });
    expectWithContext([allowedAt(from), allowedAt(to), 409], `answered ${during.status}`).toContain(during.status);
    const after = await w.request("/v2/livestate/get", folderOf("deep"), { token });
    expectWithContext(after.status, "after the move the old parent still decides").toBe(allowedAt(to));
  }
});

test("a folder that moves out of reach refuses writes as well, whatever is cached", async () => {
  const w = await folders();
  const move = (parentFolderId: string) =>
    w.ok("/v2/organizations/folders/update", { organizationId, folders: [{ folderId: "inner", parentFolderId }] });
  await move("open");
  const token = await w.token("guest");
  const broadcast = { ...folderOf("deep"), liveStateDataId: "s", data: { from: "guest" } };
  await w.ok("/v2/livestate/broadcast", broadcast, { token });
  await move("locked");
  await nothingIsWritten(w, async () => {
    expect((await w.fails("/v2/livestate/broadcast", broadcast, { token })).status).toBe("PERMISSION_DENIED");
  });
});

test("a cycle of folders, which no move can create, is not followed for ever", async () => {
  const w = await folders();
  const call = { ...w.context, apiKey: { apiKeyId: w.tenant.apiKeyId } } as never;
  const at = (folderId: string) => `${organizationPath(call, organizationId)}/folders/${folderId}`;
  await w.context.store.commit([
    { op: "merge", path: at("locked"), data: { parentFolderId: "inner" } },
    { op: "merge", path: at("inner"), data: { parentFolderId: "locked" } },
  ]);
  const refused = await w.fails("/v2/livestate/get", folderOf("deep"), { token: await w.token("guest") });
  expect([refused.http, refused.status]).toStrictEqual([409, "ABORTED"]);
});

test("access that ends is denied from the next call on: a removed grant or membership, a lowered role", async () => {
  const w = await folders();
  const token = await w.token("ed");
  const broadcast = { ...folderOf("plan"), liveStateDataId: "s", data: {} };
  await w.ok("/v2/livestate/broadcast", broadcast, { token });
  const resource = { type: "document", id: "plan", organizationId };
  const lowered = { user: { userId: "ed" }, permissions: { resources: [{ ...resource, accessRole: "viewer" }] } };
  await w.ok("/v2/auth/permissions/add", lowered);
  const { details } = await w.fails("/v2/livestate/broadcast", broadcast, { token });
  expect(details.access).toBe("denied: write needs role editor, document `plan` gives role viewer");
  await w.ok("/v2/livestate/get", folderOf("plan"), { token });
  await w.ok("/v2/auth/permissions/remove", { userId: "ed", permissions: { resources: [resource] } });
  expect((await w.fails("/v2/livestate/get", folderOf("plan"), { token })).status).toBe("PERMISSION_DENIED");
});

test("a user's call costs one round trip more than an administrative one, however deep the folder is nested", async () => {
  const w = await folders();
  const token = await w.token("guest");
  await w.ok("/v2/organizations/documents/move", { organizationId, documentIds: ["deep"], folderId: "open" });
  const costOf = async (options: object) => {
    await w.ok("/v2/livestate/get", folderOf("page"), options);
    await w.ok("/v2/livestate/get", folderOf("page"), options);
    const line = w.logged.findLast(({ message }) => message === "request");
    const { reads, trips } = (line?.fields ?? {}) as Record<string, number>;
    return { reads, trips };
  };
  const administrative = await costOf({});
  const user = await costOf({ token });
  expect(user.trips).toBe(Number(administrative.trips) + 1);
  // One read more for the folder, and a query each for grants and memberships. Both calls read organization and
  // document, unless the store remembers the organization.
  expect(user.reads).toBe(Number(administrative.reads) + (w.context.store.remembers ? 4 : 3));
});
