import { processPart } from "#src/context";

/** Names of the credential headers, by the operator's brand. Created once, because V8 looks up a known string faster. */
export const credentialHeaders = processPart(({ settings: { headerBrand } }) => ({
  apiKey: `x-${headerBrand}-api-key`,
  authToken: `x-${headerBrand}-auth-token`,
  workspaceId: `x-${headerBrand}-workspace-id`,
  workspaceToken: `x-${headerBrand}-workspace-auth-token`,
  csrfToken: `x-${headerBrand}-csrf`,
}));

/** Whether the value of a header has the form of our ids; other ids are not looked up. */
export function isPlausible(id: string): boolean {
  return /^\w{1,60}$/.test(id);
}
