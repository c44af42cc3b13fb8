const storageKey = (workspaceId: string) => `atrium-console-key-${workspaceId}`;

/** The id of the API key last chosen in this workspace. The id is not a secret. */
export function readChosenKey(workspaceId: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(workspaceId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the chosen API key for addresses that do not name one. */
export function keepChosenKey(workspaceId: string, apiKey: string): void {
  try {
    localStorage.setItem(storageKey(workspaceId), apiKey);
  } catch {
    // If the browser stores nothing, the first key of the workspace is chosen.
  }
}
