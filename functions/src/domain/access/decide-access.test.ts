import { expect, test } from "@jest/globals";
import type { AccessRole, AccessType } from "#platform/shapes/fields";
import {
  type AccessChain,
  type AccessQuestion,
  type AccessRule,
  type AccessUser,
  decideAccess,
  type HeldRole,
  type Level,
} from "./decide-access.ts";

type Folder = AccessChain["folders"][number];
type Document = NonNullable<AccessChain["document"]>;

/** 2026-01-05T09:00:00Z in seconds. */
const NOW = Date.UTC(2026, 0, 5, 9) / 1000;

const viewer: HeldRole = { accessRole: "viewer" };
const editor: HeldRole = { accessRole: "editor" };

interface Input {
  organization?: Partial<AccessChain["organization"]>;
  near?: Partial<Folder>;
  far?: Partial<Folder>;
  document?: Partial<Document>;
  chain?: Partial<AccessChain>;
  user?: Partial<AccessUser>;
  rest?: Partial<AccessQuestion>;
}

/** A user reads document `d` in folder `near`, in folder `far`, in organization `o`; no roles, access type `restricted`. */
function question({ organization, near, far, document, chain, user, rest }: Input): AccessQuestion {
  return {
    user: { userId: "u", ...user },
    action: "read",
    resource: { type: "document", id: "d" },
    chain: {
      organization: { id: "o", disabled: false, ...organization },
      folders: [
        { id: "near", ...near },
        { id: "far", ...far },
      ],
      document: { id: "d", disabled: false, ...document },
      ...chain,
    },
    defaultAccessType: "restricted",
    now: NOW * 1000,
    ...rest,
  };
}

function answer(input: Input): string {
  const { allowed, role, rule } = decideAccess(question(input));
  return `${allowed ? role : "denied"}: ${wordsFor(rule)}`;
}

function wordsFor(rule: AccessRule): string {
  if (rule.kind === "role") return `${rule.on.type} ${rule.by}`;
  if (rule.kind === "disabled") return `${rule.on.type} is disabled`;
  if (rule.kind === "accessType") return rule.accessType;
  return rule.kind;
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

const open: Input = { document: { grant: editor }, organization: { membership: editor } };

const cases: [guarantee: string, input: Input, answer: string][] = [
  [
    "a disabled organization is closed to users with roles on every level",
    { ...open, organization: { disabled: true, grant: editor } },
    "denied: organization is disabled",
  ],
  [
    "a disabled organization is closed to administrators",
    { organization: { disabled: true }, user: { isAdmin: true } },
    "denied: organization is disabled",
  ],
  [
    "a disabled organization is closed even when the document is public",
    { organization: { disabled: true }, document: { accessType: "public" } },
    "denied: organization is disabled",
  ],
  [
    "a disabled document is closed to users with a role on it",
    { document: { disabled: true, grant: editor } },
    "denied: document is disabled",
  ],
  [
    "a disabled document is closed to administrators",
    { document: { disabled: true }, user: { isAdmin: true } },
    "denied: document is disabled",
  ],
  [
    "a disabled document is closed even when it is public",
    { document: { disabled: true, accessType: "public" } },
    "denied: document is disabled",
  ],
  ["an administrator may edit a document that nobody may open", { user: { isAdmin: true } }, "editor: administrator"],
  [
    "an administrator may edit a document even when a grant would only allow reading it",
    { document: { grant: viewer }, user: { isAdmin: true } },
    "editor: administrator",
  ],
  ["a grant on the document opens it", { document: { grant: viewer } }, "viewer: document grant"],
  ["membership of the document opens it", { document: { membership: viewer } }, "viewer: document membership"],
  ["a missing role means editor", { document: { membership: {} } }, "editor: document membership"],
  [
    "on the same level a grant takes precedence over membership",
    { document: { grant: viewer, membership: editor } },
    "viewer: document grant",
  ],
  [
    "on the same level the token takes precedence over a grant",
    { document: { grant: editor }, user: { resources: [token("document", "d", "viewer")] } },
    "viewer: document token",
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
  ["a grant on a folder further up applies to the document", { far: { grant: viewer } }, "viewer: folder grant"],
  [
    "membership of a folder further up applies to the document",
    { far: { membership: {} } },
    "editor: folder membership",
  ],
  [
    "a folder's grant decides even when the organization's is stronger",
    { far: { grant: viewer }, organization: { membership: editor }, document: { accessType: "public" } },
    "viewer: folder grant",
  ],
  [
    "a folder in the token opens what is below it",
    { user: { resources: [token("folder", "far", "viewer")] } },
    "viewer: folder token",
  ],
  [
    "an organization in the token opens the organization's documents",
    {
      document: { accessType: "organizationPrivate" },
      user: { resources: [{ type: "organization", id: "o", accessRole: "viewer" }] },
    },
    "viewer: organization token",
  ],
  [
    "a resource in the token counts only in its own organization",
    { user: { resources: [{ ...token("document", "d", "editor"), organizationId: "p" }] } },
    "denied: restricted",
  ],
  [
    "a resource in the token counts only for its own type",
    { user: { resources: [token("folder", "d", "editor"), token("document", "near", "editor")] } },
    "denied: restricted",
  ],
  [
    "membership of the organization opens a document that is organizationPrivate",
    { document: { accessType: "organizationPrivate" }, organization: { membership: {} } },
    "editor: organization membership",
  ],
  [
    "a viewer of the organization may only read a document that is organizationPrivate",
    { document: { accessType: "organizationPrivate" }, organization: { membership: viewer } },
    "viewer: organization membership",
  ],
  [
    "a document that is organizationPrivate is closed to non-members of the organization",
    { document: { accessType: "organizationPrivate" } },
    "denied: organizationPrivate",
  ],
  [
    "a member of the organization may edit a public document",
    { document: { accessType: "public" }, organization: { membership: {} } },
    "editor: organization membership",
  ],
  ["anybody may read a public document", { document: { accessType: "public" } }, "viewer: public"],
  [
    "membership of the organization does not open a restricted document",
    { document: { accessType: "restricted" }, organization: { membership: editor, grant: editor } },
    "denied: restricted",
  ],
  [
    "an organization in the token does not open a restricted document",
    {
      document: { accessType: "restricted" },
      user: { resources: [{ type: "organization", id: "o", accessRole: "editor" }] },
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
    "a document's own access type takes precedence over its folder's",
    { document: { accessType: "public" }, near: { accessType: "restricted" } },
    "viewer: public",
  ],
  [
    "the nearest folder's access type takes precedence over those further up",
    { near: { accessType: "public" }, far: { accessType: "restricted" } },
    "viewer: public",
  ],
  [
    "the access type of a folder further up applies to the document",
    { far: { accessType: "public" } },
    "viewer: public",
  ],
  ["without any access type the default decides", { rest: { defaultAccessType: "public" } }, "viewer: public"],
  [
    "an expired grant gives way to the next level",
    { document: { grant: { accessRole: "editor", expiresAt: NOW - 1 } }, near: { grant: viewer } },
    "viewer: folder grant",
  ],
  [
    "an expired grant gives way to membership on the same level",
    { document: { grant: { accessRole: "editor", expiresAt: NOW - 1 }, membership: viewer } },
    "viewer: document membership",
  ],
  [
    "an expired resource in the token gives way to a grant",
    { document: { grant: viewer }, user: { resources: [token("document", "d", "editor", NOW)] } },
    "viewer: document grant",
  ],
  [
    "of entries of the token for one resource the first that has not expired decides",
    {
      user: {
        resources: [
          token("document", "d", "editor", NOW),
          token("document", "d", "viewer"),
          token("document", "d", "editor"),
        ],
      },
    },
    "viewer: document token",
  ],
];

for (const [guarantee, input, expected] of cases) test(guarantee, () => expect(answer(input)).toBe(expected));

test("a role lasts until its expiry second begins", () => {
  const grant: HeldRole = { accessRole: "viewer", expiresAt: NOW };
  const at = (now: number) => decideAccess(question({ document: { grant }, rest: { now } })).allowed;
  expect(at(NOW * 1000 - 1)).toBe(true);
  expect(at(NOW * 1000)).toBe(false);
});

test("a decision contains the role, its expiry, the access type and the rule that decided", () => {
  const grant: HeldRole = { accessRole: "viewer", expiresAt: NOW + 60 };
  expect(decideAccess(question({ near: { grant }, far: { grant: { expiresAt: NOW + 5 } } }))).toStrictEqual({
    allowed: true,
    action: "read",
    resource: { type: "document", id: "d" },
    role: "viewer",
    expiresAt: NOW + 60,
    accessType: "restricted",
    rule: { kind: "role", by: "grant", on: { type: "folder", id: "near" } },
  });
  const far = { accessType: "organizationPrivate" as const };
  expect(decideAccess(question({ far })).rule).toStrictEqual({
    kind: "accessType",
    ...far,
    from: { type: "folder", id: "far" },
  });
});

test("a viewer may only read, whichever rule made the user a viewer; every user who may write may also read", () => {
  const may = (input: Input) =>
    (["read", "write"] as const).map((action) => decideAccess(question({ ...input, rest: { action } })).allowed);
  expect(may({ document: { grant: viewer } })).toStrictEqual([true, false]);
  expect(may({ document: { accessType: "public" } })).toStrictEqual([true, false]);
  expect(may({ far: { grant: editor } })).toStrictEqual([true, true]);
  expect(may({ user: { isAdmin: true } })).toStrictEqual([true, true]);
  expect(may({})).toStrictEqual([false, false]);
});

test("a weaker role on a nearer level prevents writing and is the role of the decision", () => {
  const decision = decideAccess(
    question({ document: { grant: viewer }, near: { grant: editor }, rest: { action: "write" } }),
  );
  expect(decision.allowed).toBe(false);
  expect(decision.role).toBe("viewer");
  expect(decision.rule).toStrictEqual({ kind: "role", by: "grant", on: { type: "document", id: "d" } });
});

test("a missing resource is closed to everyone, even to administrators", () => {
  const rest = { chain: undefined };
  expect(answer({ user: { isAdmin: true, resources: [token("document", "d", "editor")] }, rest })).toBe(
    "denied: missing",
  );
});

test("a permission provider overrides roles and access types, but not administrators or disabled resources", () => {
  const yes = { answer: { hasAccess: true, accessRole: "viewer" } } as const;
  const no = { answer: { hasAccess: false } };
  const withProvider = (provider: AccessQuestion["provider"], input: Input = open) =>
    answer({ ...input, rest: { provider } });
  expect(withProvider(yes)).toBe("viewer: provider");
  expect(withProvider({ answer: { hasAccess: true } })).toBe("editor: provider");
  expect(withProvider(no)).toBe("denied: provider");
  expect(withProvider(no, { document: { accessType: "public" } })).toBe("denied: provider");
  expect(withProvider(no, { user: { resources: [token("document", "d", "editor")] } })).toBe("denied: provider");
  expect(withProvider(no, { user: { isAdmin: true } })).toBe("editor: administrator");
  expect(withProvider(yes, { document: { disabled: true } })).toBe("denied: document is disabled");
});

test("a permission provider that gives no answer, or an expired one, grants no role", () => {
  const withProvider = (provider: AccessQuestion["provider"]) =>
    decideAccess(question({ ...open, rest: { provider } }));
  expect(withProvider({ answer: undefined }).rule).toStrictEqual({ kind: "provider", answered: false });
  expect(withProvider({ answer: undefined }).allowed).toBe(false);
  expect(withProvider({ answer: { hasAccess: true, expiresAt: NOW } }).allowed).toBe(false);
  const { allowed, expiresAt } = withProvider({ answer: { hasAccess: true, expiresAt: NOW + 1 } });
  expect([allowed, expiresAt]).toStrictEqual([true, NOW + 1]);
});

test("a folder is opened by roles on it and above it, and by access type public like a document", () => {
  const folder = (input: Input) => answer({ ...input, chain: { document: undefined } });
  expect(folder({ near: { grant: viewer } })).toBe("viewer: folder grant");
  expect(folder({ near: { accessType: "public" } })).toBe("viewer: public");
  expect(folder({ organization: { grant: editor } })).toBe("denied: restricted");
});

test("an organization is open only to users with a role on it, whatever the default access type", () => {
  const organization = (level: Partial<Level>, defaultAccessType: AccessType) =>
    decideAccess(
      question({
        organization: level,
        chain: { document: undefined, folders: [] },
        rest: { defaultAccessType, resource: { type: "organization", id: "o" } },
      }),
    );
  const { rule: _rule, ...decision } = organization({ membership: {} }, "restricted");
  const about = { action: "read", resource: { type: "organization", id: "o" } };
  expect(decision).toStrictEqual({ allowed: true, role: "editor", ...about });
  expect(organization({}, "public")).toStrictEqual({ allowed: false, ...about, rule: { kind: "no role" } });
});
