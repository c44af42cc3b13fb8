import type { Kind } from "./records.ts";

/** Problems that are described; all are counted. */
const DESCRIBED = 20;

/** What an import did. */
export interface ImportResult {
  /** Lines that were taken: stored now, or stored already as they are. */
  records: number;
  perKind: { [K in Kind]?: number };
  /** Lines that were not taken. */
  skipped: number;
  /** The first 20 of them, in the order in which they were given up. */
  problems: { line: number; reason: string }[];
  /** Ids of the API keys that were written to. */
  apiKeys: string[];
  /** Ids of workspaces and API keys that were made. */
  made: string[];
  /** The file holds secrets, and nothing was given to open them with. */
  isSealed?: true;
}

/** Counts what an import does. */
export class ImportReport {
  readonly result: ImportResult = { records: 0, perKind: {}, skipped: 0, problems: [], apiKeys: [], made: [] };

  take(kind: Kind): void {
    this.result.records++;
    this.result.perKind[kind] = (this.result.perKind[kind] ?? 0) + 1;
  }

  refuse(line: number, reason: string): void {
    this.result.skipped++;
    if (this.result.problems.length < DESCRIBED) this.result.problems.push({ line, reason });
  }

  writeTo(apiKeyId: string): void {
    if (!this.result.apiKeys.includes(apiKeyId)) this.result.apiKeys.push(apiKeyId);
  }
}
