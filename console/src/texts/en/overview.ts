/** Texts of the overview. */
export const overview = {
  lead: "How the server and this workspace are doing.",
  server: "Server",
  status: "Status",
  up: "Up",
  version: "Version",
  store: "Store",
  stores: { sqlite: "SQLite on this machine", firestore: "Firestore" },
  workspace: "Workspace",
  workspaceId: "Workspace id",
  owner: "Owner",
  apiKeys: "API keys",
};
