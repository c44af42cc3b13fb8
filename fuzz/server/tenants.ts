import type { Context } from "@atrium/functions/context";
import { newTokenId } from "@atrium/functions/domain/tokens/token-revocation";
import { signUserToken } from "@atrium/functions/domain/tokens/user-token";
import { endpointsOf } from "@atrium/functions/domain/webhooks/store/endpoints";
import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { addExampleData } from "@atrium/functions/testing/harness/example-world";
import { NOWHERE } from "../contract/contract.ts";

/** A tenant with the data that the contract's examples need to succeed. */
export interface FuzzTenant {
  workspaceId: string;
  workspaceToken: string;
  apiKeyId: string;
  authToken: string;
  /** Tokens of its own users. */
  userTokens: string[];
  /** A text that occurs in its data and in no other tenant's. */
  mark: string;
}

/** Creates a tenant with the example data. Its webhooks go to an address at which nothing listens. */
export async function newTenant(context: Context, number: number): Promise<FuzzTenant> {
  const mark = `-mark${number}x`;
  const newWorkspace = await createWorkspace(context, { ownerEmail: `ada${mark}@example.com` });
  const { workspace, apiKeyId, apiKeyAuthToken: authToken } = newWorkspace;
  const tenant = { workspaceId: workspace.id, workspaceToken: workspace.authToken, apiKeyId, authToken };
  await addExampleData({ context }, tenant, mark);
  const endpoints = await context.store.query({ collection: endpointsOf(apiKeyId) });
  for (const { path } of endpoints.docs) await context.store.commit([{ op: "update", path, data: { url: NOWHERE } }]);
  const users = ["ada", "lin", "grace"];
  const userTokens = users.map((userId, i) => userToken(context, apiKeyId, userId, i === 0));
  return { ...tenant, mark, userTokens: await Promise.all(userTokens) };
}

function userToken(context: Context, apiKeyId: string, userId: string, isAdmin: boolean): Promise<string> {
  return signUserToken(
    context.userTokenKeys(),
    { issuer: context.settings.issuer, apiKeyId, tokenId: newTokenId(context.newId, userId), now: context.now() },
    {
      userId,
      name: userId,
      email: `${userId}@example.com`,
      isAdmin,
      resources: [{ type: "organization", id: "acme", accessRole: "editor" }],
    },
  );
}
