const storageKey = (workspaceId: string) => `atrium-console-key-${workspaceId}`;

/** The API key that somebody chose last in this workspace. Its id is no secret. */
export function readChosenKey(workspaceId: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(workspaceId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps which API key is chosen, for addresses that name none. */
export function keepChosenKey(workspaceId: string, apiKey: string): void {
  try {
    localStorage.setItem(storageKey(workspaceId), apiKey);
  } catch {
    // Where the browser keeps nothing, the first key of the workspace is chosen.
  }
}
