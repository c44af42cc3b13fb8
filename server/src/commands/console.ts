import { LINK_CODE_TTL } from "@atrium/functions/domain/sessions/store/link-codes";
import { findWorkspace, type StoredWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import type { Store } from "@atrium/functions/store/port";
import type { Command } from "commander";
import { openData, requireData } from "../data/data-folder.ts";
import { browserAddress, requireServer } from "../data/server-address.ts";
import { demoWorkspaceId } from "../docs/demo.ts";
import { issueConsoleLink } from "../docs/link-codes.ts";
import { CommandError, noWorkspace, unknownWorkspace } from "./command-error.ts";
import { type DataOptions, dataCommand, print } from "./options/data.ts";
import { urlOption } from "./options/server-origin.ts";

interface ConsoleOptions extends DataOptions {
  workspace?: string;
  readOnly?: true;
  url?: string;
}

/** `console`. */
export function consoleCommand(): Command {
  return dataCommand("console", "print a link to the console that logs in to a workspace", "console")
    .option("--workspace <id>", "log in to this workspace; default: the only one, or the demo's workspace")
    .option("--read-only", "the session may view everything and change nothing")
    .addOption(urlOption())
    .addHelpText(
      "after",
      "\nThe link works once, within 5 minutes, while the server runs. The session lasts 12 hours at most.",
    )
    .action(async (options: ConsoleOptions) => {
      const link = await newLink(options);
      const text = `${link}\n\nOpen it within 5 minutes in a browser; it works once.`;
      print(options, { link, expiresAt: new Date(Date.now() + LINK_CODE_TTL).toISOString() }, text);
    });
}

async function newLink({ data: folder, workspace, readOnly, url }: ConsoleOptions): Promise<string> {
  requireData(folder);
  const { store, userTokenKeys } = await openData(folder);
  try {
    const workspaceId = workspace ?? (await onlyWorkspace(store));
    if (!(await findWorkspace(store, workspaceId))) throw unknownWorkspace(workspaceId);
    const server = await requireServer(store, userTokenKeys(), folder);
    return await issueConsoleLink(
      store,
      url ?? browserAddress(server),
      { workspaceId, readOnly: readOnly === true },
      Date.now(),
    );
  } finally {
    await store.close();
  }
}

/** The only workspace, or the demo's. @throws CommandError if it is not clear which one is meant. */
async function onlyWorkspace(store: Store): Promise<string> {
  const { docs } = await store.query<StoredWorkspace>({ collection: "workspaces", limit: 2, select: [] });
  const [first, second] = docs;
  if (!first) throw noWorkspace();
  if (!second) return first.id;
  if (await findWorkspace(store, demoWorkspaceId)) return demoWorkspaceId;
  throw new CommandError(
    "There are several workspaces. Name one with --workspace; `npx atrium credentials` lists them.",
  );
}
