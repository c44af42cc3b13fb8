import type { Context } from "@atrium/functions/context";
import type { StoreReader } from "@atrium/functions/store/port";
import { exportWorkspace } from "../src/transfer/export/export.ts";
import type { ExportSealing } from "../src/transfer/export/key.ts";
import { type ImportOptions, importLines } from "../src/transfer/import/import.ts";
import type { ImportResult } from "../src/transfer/import/report.ts";
import type { Line } from "../src/transfer/lines.ts";

/** Imports records, or lines as given. */
export function importAll(
  context: Context,
  records: readonly (object | string)[],
  options?: ImportOptions,
): Promise<ImportResult> {
  async function* lines(): AsyncGenerator<Line[]> {
    yield records.map((record, i) => ({
      number: i + 1,
      text: typeof record === "string" ? record : JSON.stringify(record),
    }));
  }
  return importLines(context, lines(), options);
}

/** The lines of a workspace's export. @param now ms since 1970: presence that has expired by then is omitted. */
export async function exportLines(
  reader: StoreReader,
  workspaceId: string,
  now?: number,
  sealing?: ExportSealing,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const record of exportWorkspace(reader, workspaceId, { now, sealing })) lines.push(JSON.stringify(record));
  return lines;
}
