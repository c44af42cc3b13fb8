/** Texts of the login page. */
export const login = {
  title: "Log in to your workspace",
  help: "On the server's machine, “npx atrium credentials” shows both, and “npx atrium console” prints a link that logs you in.",
  workspaceId: "Workspace id",
  authToken: "Workspace token",
  kept: "They are kept in this tab until you close it or log out.",
  logIn: "Log in",
  wrong: "The workspace id or its token is wrong",
  wrongHelp: "Compare both with the output of “npx atrium credentials”. The id begins with ws_, the token with wt_.",
  usedLink: "The link no longer works",
  usedLinkHelp: "A link works once, within 5 minutes. “npx atrium console” prints a new one.",
};
