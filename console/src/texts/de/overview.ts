import type { Texts } from "../en.ts";

export const overview: Texts["overview"] = {
  lead: "Wie es dem Server und diesem Workspace geht.",
  server: "Server",
  status: "Zustand",
  up: "In Betrieb",
  version: "Version",
  store: "Speicher",
  stores: { sqlite: "SQLite auf diesem Rechner", firestore: "Firestore" },
  workspace: "Workspace",
  workspaceId: "Workspace-Id",
  owner: "Inhaber",
  apiKeys: "API-Schlüssel",
};
