import { type AtriumClient, createClient } from "@atrium/client";
import { type ApiKeyCredentials, readCredentials } from "../data/credentials.ts";
import { type Data, openData, requireData } from "../data/data-folder.ts";
import { requireServer } from "../data/server-address.ts";
import { demoWorkspaceId } from "../docs/demo.ts";
import { readSettings } from "../settings/settings.ts";
import { CommandError } from "./command-error.ts";
import type { DataOptions } from "./options/data.ts";

/** The running server of a data folder, with one of its API keys to call it with. */
export interface KeyedServer {
  /** Such as `http://127.0.0.1:5050`. */
  address: string;
  apiKey: ApiKeyCredentials;
  atrium: AtriumClient;
}

/** The API key that a command uses. */
export interface KeyOption {
  /** Default: the first key of the demo, else the only one. */
  apiKey?: string | undefined;
}

/**
 * Finds the server that runs on a data folder, and an API key to call it with.
 * @throws CommandError if no server runs or it is not clear which key is meant; DataFileError.
 */
export async function findKeyedServer(options: DataOptions & KeyOption): Promise<KeyedServer> {
  requireData(options.data);
  const { headerBrand } = readSettings(process.env).service;
  const data = await openData(options.data);
  try {
    const apiKey = await chooseKey(data, options.apiKey);
    const { address } = await requireServer(data.store, data.userTokenKeys(), options.data);
    const authToken = apiKey.authTokens[0]?.token;
    return {
      address,
      apiKey,
      atrium: createClient({ baseUrl: address, apiKey: apiKey.apiKeyId, authToken, headerBrand }),
    };
  } finally {
    await data.store.close();
  }
}

async function chooseKey({ store, encryptionKey }: Data, apiKeyId: string | undefined): Promise<ApiKeyCredentials> {
  const workspaces = await readCredentials(store, encryptionKey);
  const all = workspaces.flatMap(({ apiKeys }) => apiKeys);
  if (apiKeyId !== undefined) {
    const apiKey = all.find((key) => key.apiKeyId === apiKeyId);
    if (!apiKey)
      throw new CommandError(`There is no API key ${apiKeyId}. \`npx atrium apikey list\` lists all API keys.`);
    return apiKey;
  }
  const demo = workspaces.find(({ workspaceId }) => workspaceId === demoWorkspaceId);
  const [first, second] = demo ? demo.apiKeys.slice(0, 1) : all;
  if (!first)
    throw new CommandError(
      "There is no API key yet. Create one with `npx atrium workspace create --email you@example.com`.",
    );
  if (second)
    throw new CommandError("There are several API keys. Name one with --api-key; `npx atrium apikey list` lists them.");
  return first;
}
