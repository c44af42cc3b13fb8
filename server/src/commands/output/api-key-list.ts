import type { Command } from "commander";
import { readCredentials, type WorkspaceCredentials } from "../../data/credentials.ts";
import { visibleText } from "../../log/visible-text.ts";
import { type DataOptions, dataCommand, print, withData } from "../options/data.ts";

/** `apikey list`: names of keys, without tokens. */
export function apiKeyListCommand(): Command {
  return dataCommand("apikey list", "list the API keys of all workspaces, without their tokens", "apikey list").action(
    async (options: DataOptions) => {
      const all = await withData(options, ({ snapshot, encryptionKey }) => readCredentials(snapshot, encryptionKey));
      const apiKeys = all.flatMap(summarize);
      const rows = apiKeys.map(({ apiKeyId, apiKeyName, type, workspaceName, authTokens }) => [
        apiKeyId,
        apiKeyName,
        type,
        workspaceName,
        authTokens.map(({ name }) => name || "unnamed").join(", "),
      ]);
      print(options, { apiKeys }, table([["API key", "name", "type", "workspace", "auth tokens"], ...rows]));
    },
  );
}

function summarize({ workspaceId, workspaceName, apiKeys }: WorkspaceCredentials) {
  return apiKeys.map(({ authTokens, ...apiKey }) => ({
    workspaceId,
    workspaceName,
    ...apiKey,
    authTokens: authTokens.map(({ name, domains }) => ({ name, domains })),
  }));
}

/** Rows in columns, as wide as their longest cell. A line break in a name must not look like another row. */
function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(visibleText));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
