import { inspect } from "node:util";
import { write } from "firebase-functions/logger";
import type { Log } from "#platform/observability/log";

/** The log of Cloud Functions: one JSON line per entry, with the trace of its request. */
export const cloudLog: Log = {
  info: (fields, message) => write({ severity: "INFO", message, ...fields }),
  warn: (fields, message) => write({ severity: "WARNING", message, ...withStack(fields) }),
  error: (fields, message) => write({ severity: "ERROR", message, ...withStack(fields) }),
};

/**
 * Replaces an error with its text and all causes, because JSON would drop them. Error Reporting reads `stack_trace`.
 */
function withStack({ err, ...fields }: { err?: unknown }): object {
  return err === undefined ? fields : { ...fields, stack_trace: inspect(err) };
}
