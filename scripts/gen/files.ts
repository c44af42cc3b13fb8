import { endpoints } from "@atrium/functions/endpoints";
import { renderEndpointTable } from "./endpoint-table.ts";
import { renderFirebaseJson } from "./firebase-json.ts";

/** What each generated file must hold, by its path in the repository. */
export async function generatedFiles(): Promise<Map<string, string>> {
  return new Map([
    ["functions/src/cloud/endpoint-table.ts", renderEndpointTable(endpoints)],
    ["firebase.json", renderFirebaseJson(endpoints)],
  ]);
}
