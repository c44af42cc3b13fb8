import { CommandError } from "../../commands/command-error.ts";
import type { TransferRecord } from "../records.ts";

/** Checks whether an export is complete: a file that was cut off at the end of a line looks like a complete one. */
export class ExportEnd {
  /**
   * The export being read, until its last line arrives: whether its first line announces a last line, and the records so
   * far.
   */
  #open: { hasEnd: boolean; records: number } | undefined;
  #problem: string | undefined;
  #lastLine = 0;

  /** @param record undefined for a line that was refused, which counts as well. */
  take(record: TransferRecord | undefined, line: number): void {
    if (record?.kind === "workspace") {
      this.#requireClosed();
      this.#open = { hasEnd: record.fields.hasEnd ?? false, records: 1 };
    } else if (record?.kind === "leftOut") this.#close(record.fields.records, line);
    else if (this.#open) this.#open.records++;
    this.#lastLine = line;
  }

  /**
   * Call it after the last line.
   * @returns whether a workspace has no last line and announces none: it was written by hand, or by an earlier version
   * and may be cut off.
   * @throws CommandError if lines of an export are missing.
   */
  finish(): { isUnknown: boolean } {
    this.#requireClosed();
    if (this.#problem !== undefined) throw new CommandError(this.#problem);
    return { isUnknown: this.#open !== undefined };
  }

  #requireClosed(): void {
    if (this.#open?.hasEnd)
      this.#problem ??= `The input breaks off after line ${this.#lastLine}: the last line of the export is missing. What came before it was loaded. Import the complete file to load the rest.`;
  }

  #close(records: number | undefined, line: number): void {
    const { records: received } = this.#open ?? {};
    this.#open = undefined;
    if (records !== undefined && received !== undefined && records !== received)
      this.#problem ??= `The export that ends with line ${line} had ${records} records, and ${received} are in the file. These were loaded. Unless lines were removed on purpose, import the complete file.`;
  }
}
