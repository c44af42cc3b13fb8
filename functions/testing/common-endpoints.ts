/** The endpoints that are called most, of which the README tells the cost. */
export const commonEndpoints = [
  "/v2/auth/generate_token",
  "/v2/auth/permissions/get",
  "/v2/users/add",
  "/v2/users/get",
  "/v2/organizations/documents/get",
  "/v2/organizations/documents/update",
  "/v2/commentannotations/add",
  "/v2/commentannotations/get",
  "/v2/presence/add",
  "/v2/notifications/add",
] as const;
