import { inspect } from "node:util";
import { write } from "firebase-functions/logger";
import type { Log } from "#platform/log";

/** The log of Cloud Functions: one JSON line each, with the trace of its request. */
export const cloudLog: Log = {
  info: (fields, message) => write({ severity: "INFO", message, ...fields }),
  warn: (fields, message) => write({ severity: "WARNING", message, ...withStack(fields) }),
  error: (fields, message) => write({ severity: "ERROR", message, ...withStack(fields) }),
};

/** An error as text with its causes: as an object it would come out empty. `stack_trace` is where Error Reporting looks. */
function withStack({ err, ...fields }: { err?: unknown }): object {
  return err === undefined ? fields : { ...fields, stack_trace: inspect(err) };
}
