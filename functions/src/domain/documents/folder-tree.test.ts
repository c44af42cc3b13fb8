import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  deriveByPointers,
  deriveFromParent,
  type FolderNode,
  foldersAbove,
  heightsOf,
  MAX_LEVELS,
  matchesDerived,
  moveFolder,
  placeNewFolder,
} from "./folder-tree.ts";

const inherits = (parentFolderId: string): FolderNode => ({
  parentFolderId,
  inheritAccessFromParent: true,
  accessType: null,
});

/** Folder `n1` at the top, and each further folder inside the previous one. */
function line(length: number): Map<string, FolderNode> {
  return new Map(Array.from({ length }, (_, i) => [`n${i + 1}`, inherits(i === 0 ? "root" : `n${i}`)]));
}

test("ancestors and access inherited from the parent equal those found by following all pointers", () => {
  const anyAccess = fc.constantFrom(null, "public", "organizationPrivate", "restricted");
  const anyTree = fc.array(fc.tuple(fc.nat(), anyAccess), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(anyTree, (picks) => {
      const folders = new Map<string, FolderNode>();
      for (const [i, [pick, accessType]] of picks.entries()) {
        const parentFolderId = pick % (i + 1) === i ? "root" : `f${pick % (i + 1)}`;
        const node = { parentFolderId, accessType, inheritAccessFromParent: accessType === null } as FolderNode;
        folders.set(`f${i}`, node);
        const parent = parentFolderId === "root" ? undefined : deriveByPointers(folders, parentFolderId);
        expect(deriveFromParent(parent, node)).toStrictEqual(deriveByPointers(folders, `f${i}`));
      }
    }),
  );
});

test("the access type is the folder's own, else that of the nearest ancestor, else that of the API key", () => {
  const folders = new Map<string, FolderNode>([
    ["top", inherits("root")],
    ["staff", { parentFolderId: "top", inheritAccessFromParent: false, accessType: "organizationPrivate" }],
    ["board", { parentFolderId: "staff", inheritAccessFromParent: false, accessType: "restricted" }],
    ["minutes", inherits("board")],
    ["lunch", inherits("staff")],
  ]);
  const types = [...folders.keys()].map((id) => deriveByPointers(folders, id)?.accessType);
  expect(types).toStrictEqual([null, "organizationPrivate", "restricted", "restricted", "organizationPrivate"]);
  expect(deriveByPointers(folders, "minutes")?.ancestors).toStrictEqual(["root", "top", "staff", "board"]);
});

test("a folder below a missing one has no chain, and a cycle is an error", () => {
  expect(deriveByPointers(new Map([["a", inherits("gone")]]), "a")).toBeUndefined();
  expect(deriveByPointers(new Map(), "gone")).toBeUndefined();
  const circle = new Map([
    ["a", inherits("b")],
    ["b", inherits("a")],
  ]);
  expect(() => foldersAbove(circle, "a")).toThrow(/is below itself/);
});

test("derived fields are compared completely: length and order of ancestors, and access type", () => {
  const derivedFields = { ancestors: ["root", "a"], accessType: null };
  expect(matchesDerived(derivedFields, { ancestors: ["root", "a"], accessType: null })).toBe(true);
  expect(matchesDerived(derivedFields, { ancestors: ["root", "b"], accessType: null })).toBe(false);
  expect(matchesDerived(derivedFields, { ancestors: ["root"], accessType: null })).toBe(false);
  expect(matchesDerived(derivedFields, { ancestors: ["root", "a"], accessType: "public" })).toBe(false);
});

function move(
  folders: Map<string, FolderNode>,
  heights: Map<string, number>,
  folderId: string,
  parentFolderId: string,
) {
  moveFolder(folders, heights, folders.get(folderId) as FolderNode, { folderId, parentFolderId });
}

test("a folder can't move into itself, below itself or to a missing parent", () => {
  const folders = line(3);
  for (const [folderId, parentFolderId, message] of [
    ["n1", "n1", "A folder cannot be moved into itself or one of its sub-folders."],
    ["n1", "n3", "A folder cannot be moved into itself or one of its sub-folders."],
    ["n1", "gone", "Parent folder does not exist."],
  ] as const)
    expect(() => move(folders, new Map(), folderId, parentFolderId)).toThrow(expect.objectContaining({ message }));
  expect(folders).toStrictEqual(line(3));
  move(folders, new Map(), "n3", "root");
  move(folders, new Map(), "n1", "n3");
  expect(foldersAbove(folders, "n2")).toStrictEqual(["n1", "n3"]);
});

test("no move creates a 101st level, not even several moves in a row", () => {
  const folders = new Map([...line(98), ["a", inherits("root")], ["b", inherits("root")], ["c", inherits("root")]]);
  const heights = heightsOf(new Map(), ["a", "b", "c"]);
  move(folders, heights, "b", "a");
  move(folders, heights, "c", "b");
  const message = `Folders must not nest more than ${MAX_LEVELS} levels deep.`;
  expect(() => move(folders, heights, "a", "n98")).toThrow(
    expect.objectContaining({ code: "FAILED_PRECONDITION", message }),
  );
  move(folders, heights, "a", "n97");
  expect(foldersAbove(folders, "c")?.length).toBe(99);
});

test("heights count the levels below each folder, including nested ones", () => {
  const parents = new Map([
    ["b", "a"],
    ["c", "b"],
    ["d", "c"],
    ["x", "a"],
  ]);
  expect(heightsOf(parents, ["a", "b", "x"])).toStrictEqual(new Map(Object.entries({ a: 3, b: 2, x: 0 })));
});

test("a new folder derives access and ancestors from its parent, down to level 100", () => {
  const parent = { ancestors: ["root", "a"], accessType: "restricted" as const };
  const folders = new Map([["b", parent]]);
  expect(placeNewFolder(folders, { parentFolderId: "b" })).toStrictEqual({
    parentFolderId: "b",
    inheritAccessFromParent: true,
    ancestors: ["root", "a", "b"],
    accessType: "restricted",
  });
  expect(placeNewFolder(folders, { parentFolderId: "b", accessType: "public" }).accessType).toBe("public");
  expect(() => placeNewFolder(folders, { parentFolderId: "z" })).toThrow(
    expect.objectContaining({ message: "Parent folder does not exist." }),
  );
  const deep = { ancestors: Array.from({ length: MAX_LEVELS }, (_, i) => `${i}`), accessType: null };
  expect(() => placeNewFolder(new Map([["deep", deep]]), { parentFolderId: "deep" })).toThrow(/more than 100 levels/);
});
