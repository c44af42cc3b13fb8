import { readFileSync } from "node:fs";
import { endpoints } from "@atrium/functions/endpoints";
import { declaredJobs } from "@atrium/functions/jobs";
import { firestoreIndexes } from "@atrium/functions/store/index-file";
import { type IndexFile, tree } from "@atrium/functions/store/tree";
import { clientFiles } from "../../client/gen/files.ts";
import indexFile from "../../firestore.indexes.json" with { type: "json" };
import { program } from "../../server/src/commands/program.ts";
import { renderFunctionsPackage } from "../build-functions/artifact.ts";
import { renderCommandLinePage } from "./command-line-page.ts";
import { renderCostsPage } from "./costs-page.ts";
import { renderEmulatorParameters } from "./emulator-parameters.ts";
import { renderEndpointTable } from "./endpoint-table.ts";
import { renderFirebaseJson, renderGroupedFirebaseJson } from "./firebase-json.ts";
import { format } from "./format.ts";
import { renderOpenapi } from "./openapi/render.ts";
import { renderOperatorPage } from "./operator-page.ts";

const operatorPage = new URL("../../deploy/README.md", import.meta.url);

/** The content of each generated file, by its path in the repository. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const facts = { endpoints, jobs: declaredJobs };
  return new Map([
    ["functions/src/cloud/endpoint-table.ts", renderEndpointTable(endpoints)],
    ["firebase.json", format("firebase.json", renderFirebaseJson(endpoints))],
    ["firebase.grouped.json", format("firebase.grouped.json", renderGroupedFirebaseJson(endpoints))],
    ["deploy/functions/package.json", renderFunctionsPackage()],
    ["functions/.env.demo-atrium", renderEmulatorParameters()],
    [
      "firestore.indexes.json",
      `${JSON.stringify(firestoreIndexes(tree, (indexFile as IndexFile).indexes), null, 2)}\n`,
    ],
    ["openapi.json", await renderOpenapi()],
    ["deploy/README.md", renderOperatorPage(readFileSync(operatorPage, "utf8"), facts)],
    ["docs/command-line.md", renderCommandLinePage(program())],
    ["docs/costs.md", renderCostsPage(endpoints)],
    ...(await clientFiles()),
  ]);
}
