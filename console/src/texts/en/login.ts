/** Texts of the page on which one logs in. */
export const login = {
  title: "Log in to your workspace",
  help: "On the machine of the server, “npx atrium credentials” shows both, and “npx atrium console” prints a link that signs you in.",
  workspaceId: "Workspace id",
  authToken: "Workspace token",
  kept: "They are kept in this tab until you close it or log out.",
  logIn: "Log in",
  wrong: "The workspace id or its token is not right",
  wrongHelp: "Compare both with what “npx atrium credentials” shows. The id begins with ws_, the token with wt_.",
  usedLink: "The link does not work any more",
  usedLinkHelp: "A link works once, within 5 minutes. “npx atrium console” prints another one.",
};
