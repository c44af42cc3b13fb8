import type { WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { asOperator, recordAlone } from "@atrium/functions/domain/audit/store/audited-store";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { ApiError } from "@atrium/functions/platform/error";
import type { SealingSecret } from "../../backup/sealing-key.ts";
import { CommandError } from "../../commands/command-error.ts";
import type { Line } from "../lines.ts";
import { type Fields, parseRecord, type TransferRecord } from "../records.ts";
import { openerFor, type SecretSealer } from "../secret-sealer.ts";
import { Batches, isRefusal } from "./batches.ts";
import { ExportEnd } from "./export-end.ts";
import { putConfig, putEndpoint } from "./key.ts";
import { ImportReport, type ImportResult } from "./report.ts";
import { type DataKind, stepMakers } from "./steps.ts";
import { callFor, firstApiKey, putApiKey, putWorkspace } from "./tenants.ts";

/** Options of an import. */
export interface ImportOptions {
  /** Loads everything into this key, and skips lines about workspaces and keys. */
  apiKeyId?: string | undefined;
  /** Receives the number of processed lines. */
  onProgress?: (lines: number) => void;
  /** Opens the secrets of the file; without it they are skipped. */
  secret?: SealingSecret | undefined;
}

/**
 * Loads JSON lines (`emulator-data/README.md` describes them) in batches of one transaction each: a batch is stored
 * entirely or not at all, even while a server runs. Repeating an import changes nothing; repeating an interrupted one
 * completes it. Refused lines are counted and described; the others are loaded.
 * @throws CommandError if there is no target, and after the last line if lines of an export are missing; ApiError
 * UNAVAILABLE if the disk is full.
 */
export async function importLines(
  context: Context,
  source: AsyncIterable<Line[]>,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const importer = new Importer(context, options);
  let cutOff: unknown;
  try {
    for await (const lines of source) {
      for (const line of lines) await importer.take(line);
      options.onProgress?.(lines.at(-1)?.number ?? 0);
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    cutOff = error;
  }
  await importer.finish();
  if (cutOff) throw cutOff;
  return importer.result();
}

class Importer {
  readonly #context: Context;
  readonly #apiKeyId: string | undefined;
  readonly #secret: SealingSecret | undefined;
  readonly #report = new ImportReport();
  /** Target of the data, or the reason why there is none. */
  #target: WriteCall | string | undefined;
  /** API keys whose audit log records that data is loaded into them. */
  readonly #recorded = new Set<string>();
  #workspaceId: string | undefined;
  /** Opens the secrets of the workspace to which the lines belong. */
  #opener: SecretSealer | undefined;
  readonly #batches: Batches;
  readonly #end = new ExportEnd();

  constructor(context: Context, { apiKeyId, secret }: ImportOptions) {
    this.#context = context;
    this.#apiKeyId = apiKeyId;
    this.#secret = secret;
    this.#batches = new Batches(context.store, this.#report);
  }

  async take({ number, text, reason }: Line): Promise<void> {
    if (text?.trim() === "") return;
    const record = this.#attempt(number, () => {
      if (text === undefined) throw new ApiError("INVALID_ARGUMENT", reason ?? "can't be read.");
      return parseRecord(text);
    });
    this.#end.take(record, number);
    if (!record) return;
    switch (record.kind) {
      case "workspace":
      case "apiKey":
        return this.#turnTo(record, number);
      case "config":
      case "webhookEndpoint":
        return this.#putKeyPart(record, number);
      case "leftOut":
        return;
    }
    this.#target ??= await this.#defaultTarget();
    await this.#recordImport();
    const step = this.#attempt(number, () => this.#toStep(record.kind, record.fields));
    if (step) await this.#batches.add({ ...step, kind: record.kind, line: number, size: text?.length ?? 0 });
  }

  finish(): Promise<void> {
    return this.#batches.finish();
  }

  /** @throws CommandError if lines of an export are missing. */
  result(): ImportResult {
    if (this.#end.finish().isUnknown) this.#report.result.hasNoEnd = true;
    return this.#report.result;
  }

  #attempt<T>(line: number, body: () => T): T | undefined {
    try {
      return body();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#report.refuse(line, error.message);
      return undefined;
    }
  }

  /**
   * Records in the audit log that data is loaded into a key, before its first line is loaded: once, however many batches
   * follow.
   */
  async #recordImport(): Promise<void> {
    const target = this.#target;
    if (target === undefined || typeof target === "string") return;
    const { apiKeyId, workspaceId } = target.apiKey;
    if (this.#recorded.has(apiKeyId)) return;
    this.#recorded.add(apiKeyId);
    const operator = asOperator(this.#context, "data.import", { workspaceId, apiKey: apiKeyId });
    await operator.store.transact(async (tx) => recordAlone(tx, {}));
  }

  #toStep<K extends DataKind>(kind: K, fields: Fields<K>) {
    if (typeof this.#target === "string") throw new ApiError("FAILED_PRECONDITION", this.#target);
    return stepMakers[kind](this.#target as WriteCall, fields);
  }

  async #turnTo(record: TransferRecord & { kind: "workspace" | "apiKey" }, line: number): Promise<void> {
    if (this.#apiKeyId !== undefined) return;
    await this.#batches.flush();
    try {
      if (record.kind === "workspace") await this.#turnToWorkspace(record.fields, line);
      else await this.#turnToApiKey(record.fields);
      this.#report.take(record.kind);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#target = `follows line ${line}, which was not imported.`;
      this.#report.refuse(line, error.message);
    }
  }

  /** Imports a line about settings of an API key, which follows the line of the key. */
  async #putKeyPart(record: TransferRecord & { kind: "config" | "webhookEndpoint" }, line: number): Promise<void> {
    if (this.#apiKeyId !== undefined) return;
    try {
      const target = this.#target ?? "does not follow a line of an API key.";
      if (typeof target === "string") throw new ApiError("FAILED_PRECONDITION", target);
      if (record.kind === "config") await putConfig(target, record.fields, this.#opener);
      else await putEndpoint(target, record.fields, this.#opener);
      this.#report.take(record.kind);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#report.refuse(line, error.message);
    }
  }

  async #turnToWorkspace(fields: Fields<"workspace">, line: number): Promise<void> {
    this.#workspaceId = fields.workspaceId;
    this.#target = `follows the workspace of line ${line}, for which no line has named an API key.`;
    this.#opener = this.#secret && fields.sealing && (await openerFor(this.#secret, fields.sealing));
    if (fields.sealing && !this.#secret) this.#report.result.isSealed = true;
    const { isNew } = await putWorkspace(this.#context, fields, this.#opener);
    if (isNew) this.#report.result.made.push(fields.workspaceId);
  }

  async #turnToApiKey(fields: Fields<"apiKey">): Promise<void> {
    if (this.#workspaceId === undefined)
      throw new ApiError("FAILED_PRECONDITION", "the line of its workspace must come before that of an API key.");
    const { apiKey, isNew } = await putApiKey(this.#context, this.#workspaceId, fields, this.#opener);
    if (isNew) this.#report.result.made.push(apiKey.apiKeyId);
    this.#target = callFor(this.#context, apiKey);
    this.#report.writeTo(apiKey.apiKeyId);
  }

  async #defaultTarget(): Promise<WriteCall> {
    const id = this.#apiKeyId;
    const apiKey = await (id === undefined ? firstApiKey(this.#context) : findApiKey(this.#context.store, id));
    if (!apiKey)
      throw new CommandError(
        id === undefined
          ? "There is no API key to load into. Create one with `npx atrium workspace create --email you@example.com`."
          : `There is no API key ${id}. \`npx atrium credentials\` lists all API keys.`,
      );
    this.#report.writeTo(apiKey.apiKeyId);
    return callFor(this.#context, apiKey);
  }
}
