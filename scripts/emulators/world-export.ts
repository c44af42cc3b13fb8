import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firestoreStore } from "@atrium/functions/store/firestore/adapter";
import type { Store } from "@atrium/functions/store/port";
import { openSqliteStore } from "@atrium/functions/store/sqlite/adapter";
import { tree } from "@atrium/functions/store/tree";
import { mask } from "@atrium/functions/testing/harness/store/masked-dump";
import { dump } from "@atrium/functions/testing/harness/store/store-dump";
import { Firestore } from "firebase-admin/firestore";
import { indexes } from "../../server/src/data/data-folder.ts";
import { loadSeedWorld } from "../../server/src/first-run.ts";
import { createLog } from "../../server/src/log/log.ts";
import { serviceOver } from "../../server/src/service.ts";
import { readSettings } from "../../server/src/settings/settings.ts";
import { root } from "../build-functions/root.ts";
import { VERSION } from "./firebase-tools.ts";
import { PROJECT } from "./project.ts";

/** The folder for `emulators:start --import`. */
export const exportFolder = join(root, "emulator-data");
const METADATA = "firebase-export-metadata.json";
const EXPORT = "firestore_export";
/** The time at which the world is loaded, in ms since 1970. */
const LOADED_AT = Date.UTC(2026, 0, 5, 9);

/** A summary of the exported world, which stays the same as long as the code stores the world in the same way. */
export interface WorldSummary {
  documents: number;
  /** SHA-256 over all documents, without random values. */
  digest: string;
}

/** The summary in the metadata of the committed export. */
export function readExportSummary(): WorldSummary {
  return JSON.parse(readFileSync(join(exportFolder, METADATA), "utf8")).world;
}

/** The summary of the world as this code stores it. */
export async function summarizeWorld(): Promise<WorldSummary> {
  const store = await openSqliteStore({ file: ":memory:", tree, indexes });
  try {
    await loadWorld(store);
    const lines = Object.entries(await dump(store)).map(([path, text]) =>
      maskRandom(`${path}${text.replace(/^\S+/, "")}`),
    );
    return { documents: lines.length, digest: createHash("sha256").update(lines.sort().join("\n")).digest("hex") };
  } finally {
    await store.close();
  }
}

/** Loads the world into an empty Firestore emulator and replaces the committed export with the emulator's. */
export async function writeExport(address: string): Promise<void> {
  process.env.FIRESTORE_EMULATOR_HOST = address;
  process.env.METADATA_SERVER_DETECTION = "none";
  const firestore = new Firestore({ projectId: PROJECT });
  const temporary = mkdtempSync(join(tmpdir(), "atrium-export-"));
  try {
    await loadWorld(firestoreStore({ firestore, tree, indexes }));
    const reply = await fetch(`http://${address}/emulator/v1/projects/${PROJECT}:export`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer owner" },
      body: JSON.stringify({
        database: `projects/${PROJECT}/databases/(default)`,
        export_directory: temporary,
        export_name: EXPORT,
      }),
    });
    if (!reply.ok) throw new Error(`the emulator refuses to export: ${await reply.text()}`);
    rmSync(join(exportFolder, EXPORT), { recursive: true, force: true });
    cpSync(join(temporary, EXPORT), join(exportFolder, EXPORT), { recursive: true });
    writeFileSync(join(exportFolder, METADATA), await renderMetadata());
  } finally {
    await firestore.terminate();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The Firebase tools read `firestore`; `world` is our own addition. */
async function renderMetadata(): Promise<string> {
  const firestore = { version: "1", path: EXPORT, metadata_file: `${EXPORT}/${EXPORT}.overall_export_metadata` };
  return `${JSON.stringify({ version: VERSION, firestore, world: await summarizeWorld() }, null, 2)}\n`;
}

/** Loads the world with throwaway secrets: users of the export create their own tokens. */
async function loadWorld(store: Store): Promise<void> {
  const userTokenKeys = () => {
    throw new Error("loading the world signs no tokens");
  };
  const data = { store, encryptionKey: randomBytes(32), userTokenKeys };
  const now = () => LOADED_AT;
  await loadSeedWorld(serviceOver(data, readSettings({}), createLog("silent"), { now }).context, { isWhole: true });
}

function maskRandom(line: string): string {
  return mask(line, { workspaceId: "<no workspace>", apiKeyId: "<no key>", workspaceToken: "", authToken: "" });
}
