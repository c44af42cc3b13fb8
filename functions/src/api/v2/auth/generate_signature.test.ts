import { expect, test } from "@jest/globals";
import type { ProviderQuestion } from "#domain/access/permission-provider";
import { exampleWorld } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";

const path = "/v2/auth/generate_signature";
const permission = { userId: "ada", resourceId: "roadmap", type: "document", hasAccess: true };
const place = { organizationId: "acme", documentId: "roadmap" };

async function sign(w: World, permissions: object[], options = {}): Promise<string> {
  return (await w.ok(path, { permissions }, options)).data.signature;
}

test("a signature has 64 hexadecimal digits, and is the same for the same permissions", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, { permissions: [permission] });
  expect(message).toBe("Signature generated successfully.");
  expect(Object.keys(data)).toStrictEqual(["signature"]);
  expect(data.signature).toMatch(/^[0-9a-f]{64}$/);
  expect(await sign(w, [{ ...permission, accessRole: null, custom: "ignored" }])).toBe(data.signature);
});

test("every difference changes the signature: each field, the order, the API key", async () => {
  const w = await world();
  const other = { ...permission, userId: "lin" };
  const signatures = await Promise.all([
    sign(w, [permission]),
    sign(w, [permission], { tenant: await w.newTenant() }),
    sign(w, [permission, other]),
    sign(w, [other, permission]),
    ...[
      { userId: "lin" },
      { resourceId: "homepage" },
      { type: "folder" },
      { organizationId: "acme" },
      { hasAccess: false },
      { accessRole: "viewer" },
      { expiresAt: 1_800_000_000_000 },
    ].map((change) => sign(w, [{ ...permission, ...change }])),
  ]);
  expect(new Set(signatures).size).toBe(signatures.length);
});

test("a fraction of a millisecond makes no difference", async () => {
  const w = await world();
  const at = 1_800_000_000_000;
  const [whole, fraction] = [at, at + 0.5].map((expiresAt) => sign(w, [{ ...permission, expiresAt }]));
  expect(await fraction).toBe(await whole);
});

test("no permissions, too many, an unknown type and a time in seconds are refused", async () => {
  const w = await world();
  for (const [permissions, message] of [
    [[], "data.permissions must not be empty."],
    [Array.from({ length: 501 }, () => permission), "data.permissions must have at most 500 items."],
    [[{ ...permission, type: "page" }], /^data\.permissions\[0\]\.type must be one of/],
    [
      [{ ...permission, expiresAt: 1_800_000_000 }],
      /^data\.permissions\[0\]\.expiresAt must be in milliseconds since 1970/,
    ],
  ] as const) {
    const error = await w.fails(path, { permissions });
    expect(error.status).toBe("INVALID_ARGUMENT");
    expect(error.message).toMatch(message);
  }
});

/** Lets a provider answer every question with access, signed by `signatureOf`. */
async function readWith(signatureOf: (w: World, permissions: object[]) => Promise<unknown>): Promise<number> {
  const w = await exampleWorld();
  const permissionProviderConfig = { permissionProviderUrl: "https://example.com/permissions" };
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig,
  });
  const question = { ...permission, organizationId: "acme" };
  const signature = await signatureOf(w, [question]);
  w.receivers.answer = ({ json }) => {
    const [{ userId, resource }] = json.data.requests as [ProviderQuestion];
    expect([userId, resource.id, resource.organizationId]).toStrictEqual(["ada", "roadmap", "acme"]);
    return { status: 200, body: JSON.stringify({ data: [question], signature }) };
  };
  return (await w.request("/v2/presence/get", place, { token: await w.token("ada") })).status;
}

test("a permission provider's answer is accepted with a valid signature, and without a signature", async () => {
  expect(await readWith((w, permissions) => sign(w, permissions))).toBe(200);
  expect(await readWith(async () => null)).toBe(200);
});

test("a signature of other permissions or of another API key, or a malformed one, denies access", async () => {
  const wrong: ((w: World, permissions: object[]) => Promise<string>)[] = [
    (w) => sign(w, [{ ...permission, organizationId: "acme", hasAccess: false }]),
    async (w, permissions) => sign(w, permissions, { tenant: await w.newTenant() }),
    async (w, permissions) => (await sign(w, permissions)).slice(0, -2),
    async () => "not a signature",
  ];
  for (const signatureOf of wrong) expect(await readWith(signatureOf)).toBe(403);
});
