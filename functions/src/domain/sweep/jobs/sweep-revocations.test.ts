import { expect, test } from "@jest/globals";
import { newTokenId, REVOCATION_KEPT } from "#domain/tokens/token-revocation";
import { world } from "#testing/harness/world";
import { sweep } from "./sweep.ts";

test("revocations are kept as long as a revoked token could be valid, and no longer", async () => {
  const w = await world();
  await w.ok("/v2/auth/tokens/revoke", { tokenIds: [newTokenId(w.context.newId, "ada")] });
  const records = () => w.context.store.count({ collection: `apiKeys/${w.tenant.apiKeyId}/tokenRevocations` });
  w.advance(REVOCATION_KEPT - 1);
  await sweep(w.context);
  expect(await records()).toBe(1);
  w.advance(1);
  await sweep(w.context);
  expect(await records()).toBe(0);
});
