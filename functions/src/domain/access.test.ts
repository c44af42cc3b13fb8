import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessRole, AccessType } from "#model/fields";
import { type AccessQuestion, decideAccess, type Holding, type Level } from "./access.ts";

/** 2026-01-05T09:00:00Z in seconds. */
const NOW = Date.UTC(2026, 0, 5, 9) / 1000;

const viewer: Holding = { accessRole: "viewer" };
const editor: Holding = { accessRole: "editor" };

/** A document `d` in folder `near`, which stands in folder `far`, in organization `o`; nothing held, `restricted`. */
function question(given: {
  organization?: Partial<Level & { disabled: boolean }>;
  near?: Partial<Level & { accessType: AccessType }>;
  far?: Partial<Level & { accessType: AccessType }>;
  document?: Partial<Level & { disabled: boolean; accessType: AccessType }>;
  rest?: Partial<AccessQuestion>;
}): AccessQuestion {
  return {
    organization: { id: "o", disabled: false, ...given.organization },
    folders: [
      { id: "near", ...given.near },
      { id: "far", ...given.far },
    ],
    document: { id: "d", disabled: false, ...given.document },
    defaultAccessType: "restricted",
    isAdmin: false,
    tokenResources: [],
    now: NOW * 1000,
    ...given.rest,
  };
}

function answer(given: Parameters<typeof question>[0]): string {
  const decision = decideAccess(question(given));
  return `${decision.allowed ? decision.role : "denied"}: ${decision.rule}`;
}

const token = (
  type: "organization" | "folder" | "document",
  id: string,
  accessRole: AccessRole,
  expiresAt?: number,
) => ({
  type,
  id,
  organizationId: "o",
  accessRole,
  expiresAt,
});

const open: Parameters<typeof question>[0] = { document: { grant: editor }, organization: { membership: editor } };

const cases: [guarantee: string, given: Parameters<typeof question>[0], answer: string][] = [
  [
    "a disabled organization is closed to who holds everything",
    { ...open, organization: { disabled: true, grant: editor } },
    "denied: organization is disabled",
  ],
  [
    "a disabled organization is closed to administrators",
    { organization: { disabled: true }, rest: { isAdmin: true } },
    "denied: organization is disabled",
  ],
  [
    "a disabled organization is closed even where all is public",
    { organization: { disabled: true }, document: { accessType: "public" } },
    "denied: organization is disabled",
  ],
  [
    "a disabled document is closed to who holds a role on it",
    { document: { disabled: true, grant: editor } },
    "denied: document is disabled",
  ],
  [
    "a disabled document is closed to administrators",
    { document: { disabled: true }, rest: { isAdmin: true } },
    "denied: document is disabled",
  ],
  [
    "a disabled document is closed even when it is public",
    { document: { disabled: true, accessType: "public" } },
    "denied: document is disabled",
  ],
  ["an administrator edits what nobody may open", { rest: { isAdmin: true } }, "editor: administrator"],
  [
    "an administrator edits what a grant would let it only read",
    { document: { grant: viewer }, rest: { isAdmin: true } },
    "editor: administrator",
  ],
  ["a grant on the document opens it", { document: { grant: viewer } }, "viewer: document grant"],
  ["membership of the document opens it", { document: { membership: viewer } }, "viewer: document membership"],
  ["a role that is not told is editor", { document: { membership: {} } }, "editor: document membership"],
  [
    "on one level a grant comes before membership",
    { document: { grant: viewer, membership: editor } },
    "viewer: document grant",
  ],
  [
    "on one level the token comes before a grant",
    { document: { grant: editor }, rest: { tokenResources: [token("document", "d", "viewer")] } },
    "viewer: document token resource",
  ],
  [
    "a document's grant decides even when the folder's is stronger",
    { document: { grant: viewer }, near: { grant: editor } },
    "viewer: document grant",
  ],
  [
    "the nearest folder's grant decides even when it is weaker",
    { near: { grant: viewer }, far: { grant: editor }, organization: { grant: editor } },
    "viewer: folder grant",
  ],
  ["a grant on a folder further up reaches down", { far: { grant: viewer } }, "viewer: folder grant"],
  ["membership of a folder further up reaches down", { far: { membership: {} } }, "editor: folder membership"],
  [
    "a folder's grant decides even when the organization's is stronger",
    { far: { grant: viewer }, organization: { membership: editor }, document: { accessType: "public" } },
    "viewer: folder grant",
  ],
  [
    "a resource of the token opens what stands below it",
    { rest: { tokenResources: [token("folder", "far", "viewer")] } },
    "viewer: folder token resource",
  ],
  [
    "a resource of the token opens the organization's documents",
    {
      document: { accessType: "organizationPrivate" },
      rest: { tokenResources: [{ type: "organization", id: "o", accessRole: "viewer" }] },
    },
    "viewer: organization token resource",
  ],
  [
    "a resource of the token is for its own organization only",
    { rest: { tokenResources: [{ ...token("document", "d", "editor"), organizationId: "p" }] } },
    "denied: restricted",
  ],
  [
    "a resource of the token is for its own kind only",
    { rest: { tokenResources: [token("folder", "d", "editor"), token("document", "near", "editor")] } },
    "denied: restricted",
  ],
  [
    "membership of the organization opens a document that is organizationPrivate",
    { document: { accessType: "organizationPrivate" }, organization: { membership: {} } },
    "editor: organization membership",
  ],
  [
    "a viewer of the organization only reads a document that is organizationPrivate",
    { document: { accessType: "organizationPrivate" }, organization: { membership: viewer } },
    "viewer: organization membership",
  ],
  [
    "a document that is organizationPrivate is closed to who is not of the organization",
    { document: { accessType: "organizationPrivate" } },
    "denied: organizationPrivate",
  ],
  [
    "a member of the organization edits a public document",
    { document: { accessType: "public" }, organization: { membership: {} } },
    "editor: organization membership",
  ],
  ["anybody reads a public document", { document: { accessType: "public" } }, "viewer: public"],
  [
    "membership of the organization does not open a restricted document",
    { document: { accessType: "restricted" }, organization: { membership: editor, grant: editor } },
    "denied: restricted",
  ],
  [
    "an organization in the token does not open a restricted document",
    {
      document: { accessType: "restricted" },
      rest: { tokenResources: [{ type: "organization", id: "o", accessRole: "editor" }] },
    },
    "denied: restricted",
  ],
  [
    "a restricted folder is not opened by membership of the organization",
    { far: { accessType: "restricted" }, organization: { membership: editor }, rest: { defaultAccessType: "public" } },
    "denied: restricted",
  ],
  [
    "a restricted document is opened by a grant on a folder above it",
    { document: { accessType: "restricted" }, far: { grant: viewer } },
    "viewer: folder grant",
  ],
  [
    "a restricted document is opened by a grant on itself",
    { document: { accessType: "restricted", grant: viewer } },
    "viewer: document grant",
  ],
  [
    "a document's own access type comes before its folder's",
    { document: { accessType: "public" }, near: { accessType: "restricted" } },
    "viewer: public",
  ],
  [
    "the nearest folder's access type comes before that of one further up",
    { near: { accessType: "public" }, far: { accessType: "restricted" } },
    "viewer: public",
  ],
  ["an access type reaches down from a folder further up", { far: { accessType: "public" } }, "viewer: public"],
  ["without any access type the default decides", { rest: { defaultAccessType: "public" } }, "viewer: public"],
  [
    "a grant that has expired gives way to the next level",
    { document: { grant: { accessRole: "editor", expiresAt: NOW - 1 } }, near: { grant: viewer } },
    "viewer: folder grant",
  ],
  [
    "a grant that has expired gives way to membership on the same level",
    { document: { grant: { accessRole: "editor", expiresAt: NOW - 1 }, membership: viewer } },
    "viewer: document membership",
  ],
  [
    "a resource of the token that has expired gives way to a grant",
    { document: { grant: viewer }, rest: { tokenResources: [token("document", "d", "editor", NOW)] } },
    "viewer: document grant",
  ],
];

for (const [guarantee, given, expected] of cases) test(guarantee, () => assert.equal(answer(given), expected));

test("a role is held until the second in which it expires begins", () => {
  const grant: Holding = { accessRole: "viewer", expiresAt: NOW };
  const at = (now: number) => decideAccess(question({ document: { grant }, rest: { now } })).allowed;
  assert.equal(at(NOW * 1000 - 1), true);
  assert.equal(at(NOW * 1000), false);
});

test("the decision tells when the role that decided ends, and the access type", () => {
  const grant: Holding = { accessRole: "viewer", expiresAt: NOW + 60 };
  assert.deepEqual(decideAccess(question({ near: { grant }, far: { grant: { expiresAt: NOW + 5 } } })), {
    allowed: true,
    role: "viewer",
    expiresAt: NOW + 60,
    accessType: "restricted",
    rule: "folder grant",
  });
});

test("a folder is opened by what is held on it and above it, and is public like a document", () => {
  const folder = (given: Parameters<typeof question>[0]) =>
    answer({ ...given, rest: { ...given.rest, document: undefined } });
  assert.equal(folder({ near: { grant: viewer } }), "viewer: folder grant");
  assert.equal(folder({ near: { accessType: "public" } }), "viewer: public");
  assert.equal(folder({ organization: { grant: editor } }), "denied: restricted");
  assert.equal(folder({ document: { grant: editor } }), "denied: restricted");
});

test("an organization is open to who holds a role on it, whatever the default access type is", () => {
  const organization = (level: Partial<Level>, defaultAccessType: AccessType) => {
    const rest = { document: undefined, folders: [], defaultAccessType };
    return decideAccess(question({ organization: level, rest }));
  };
  assert.deepEqual(organization({ membership: {} }, "restricted"), {
    allowed: true,
    role: "editor",
    rule: "organization membership",
  });
  assert.deepEqual(organization({}, "public"), { allowed: false, rule: "nothing held" });
});
