import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { createLog } from "../src/log/log.ts";
import { openService } from "../src/service.ts";
import { readSettings } from "../src/settings/settings.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { importAll } from "./transfer.ts";

/** A data folder with one workspace and an organization with some documents; no process has it open. */
export async function smallDataFolder(): Promise<string> {
  const folder = temporaryFolder();
  const { context } = await openService({ ...readSettings({}), dataFolder: folder }, createLog("silent"));
  await createWorkspace(context, { ownerEmail: "ada@example.com" });
  const documents = Array.from({ length: 40 }, (_, i) => ({
    kind: "document",
    organizationId: "acme",
    documentId: `d${i}`,
  }));
  await importAll(context, [{ kind: "organization", organizationId: "acme" }, ...documents]);
  await context.store.close();
  return folder;
}
