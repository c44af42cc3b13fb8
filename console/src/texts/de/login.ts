import type { Texts } from "../en.ts";

export const login: Texts["login"] = {
  title: "Bei Ihrem Workspace anmelden",
  help: "Auf dem Rechner des Servers zeigt „npx atrium credentials“ beides an, und „npx atrium console“ gibt einen Link aus, der Sie anmeldet.",
  workspaceId: "Workspace-Id",
  authToken: "Workspace-Token",
  kept: "Beides bleibt in diesem Tab, bis Sie ihn schließen oder sich abmelden.",
  logIn: "Anmelden",
  wrong: "Die Workspace-Id oder ihr Token stimmt nicht",
  wrongHelp:
    "Vergleichen Sie beides mit dem, was „npx atrium credentials“ zeigt. Die Id beginnt mit ws_, das Token mit wt_.",
  usedLink: "Der Link gilt nicht mehr",
  usedLinkHelp: "Ein Link gilt einmal und 5 Minuten lang. „npx atrium console“ gibt einen neuen aus.",
};
