import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { UserCall } from "#src/call";
import { ensure } from "#testing/harness/jest/ensure";
import { world } from "#testing/harness/world";
import { UserView } from "./user-view.ts";

test("a view decides about each folder and organization individually", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const folders = ["open", "closed"].map((folderId) => ({ folderId, folderName: folderId, accessType: "restricted" }));
  await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders });
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  ensure(apiKey);
  const open = { type: "folder", id: "open", organizationId: "acme", accessRole: "viewer" } as const;
  const user: UserCall["user"] = {
    ...{ userId: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, resources: [open] },
    ...{ tokenId: "tok_test", issuedAt: 0, expiresAt: w.context.now() / 1000 + 3600 },
  };
  const view = new UserView({ ...w.context, requestId: "test", apiKey, user });
  const places = [
    { organizationId: "acme", folderId: "open" },
    { organizationId: "acme", folderId: "closed" },
    { organizationId: "acme" },
  ];
  const decisionOf = await view.places(places);
  expect(places.map((place) => decisionOf(place).allowed)).toStrictEqual([true, false, false]);
});
