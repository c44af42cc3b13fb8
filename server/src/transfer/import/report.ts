import type { Kind } from "../records.ts";

/** Maximum number of problems to describe; all are counted. */
const DESCRIBED = 20;

/** Result of an import. */
export interface ImportResult {
  /** Accepted lines: stored now, or already stored unchanged. */
  records: number;
  perKind: { [K in Kind]?: number };
  /** Refused lines. */
  skipped: number;
  /** The first 20 refused lines, in the order of their refusal. */
  problems: { line: number; reason: string }[];
  /** Ids of the API keys into which data was written. */
  apiKeys: string[];
  /** Ids of workspaces and API keys that were created. */
  made: string[];
  /** Whether the file contains secrets but no passphrase or key was provided. */
  isSealed?: true;
  /** Whether a workspace of the file has no last line, so that the file may be incomplete. */
  hasNoEnd?: true;
}

/** Counts the results of an import. */
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
