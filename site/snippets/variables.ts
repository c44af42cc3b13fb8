/** Environment variables that hold the values of the security schemes, as `npx atrium credentials --env` prints them. */
export const variables: Readonly<Record<string, string>> = {
  apiKey: "ATRIUM_API_KEY",
  authToken: "ATRIUM_AUTH_TOKEN",
  workspaceId: "ATRIUM_WORKSPACE_ID",
  workspaceAuthToken: "ATRIUM_WORKSPACE_AUTH_TOKEN",
  userToken: "ATRIUM_USER_TOKEN",
};

/** The variable that a text such as `$ATRIUM_API_KEY` refers to; undefined for any other text. */
export function variableIn(text: string): string | undefined {
  return Object.values(variables).find((name) => text === `$${name}`);
}

/** Replaces the variables in a JSON text with their values. A variable without a value is left as it is. */
export function fillVariables(json: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(variables).reduce((text, [scheme, name]) => {
    const value = values[scheme];
    return value ? text.replaceAll(`"$${name}"`, () => JSON.stringify(value)) : text;
  }, json);
}
