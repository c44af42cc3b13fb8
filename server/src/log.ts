import type { Log } from "@atrium/functions/platform/log";
import { pino } from "pino";
import { LogOutput } from "./log-output.ts";

/** The log of a process. */
export interface ProcessLog extends Log {
  /** Lines that could not be written. */
  readonly dropped: number;
  /** Writes buffered lines, for at most so many ms. */
  flush(ms: number): Promise<void>;
}

/** JSON lines to standard output, written in batches; `flush` before the process ends. */
export function createLog(level: string): ProcessLog {
  // Joined as text, since a copy of the fields would take as long as making the line.
  const format = (fields: object, severity: "info" | "warn", message: string) => {
    const head = `{"level":${pino.levels.values[severity]},"time":"${new Date().toISOString()}"`;
    const text = JSON.stringify(fields);
    return `${head}${text === "{}" ? "" : `,${text.slice(1, -1)}`},"message":${JSON.stringify(message)}}\n`;
  };
  const output = new LogOutput({
    notice: (dropped) => format({ dropped }, "warn", "log lines were dropped: they could not be written in time"),
  });
  const logger = pino(
    { level, base: undefined, messageKey: "message", timestamp: pino.stdTimeFunctions.isoTime },
    output,
  );
  const isInfo = logger.isLevelEnabled("info");
  return {
    // Every request writes a line: pino's general serializers would take a tenth of the request's time.
    info: (fields, message) => {
      if (isInfo) output.write(format(fields, "info", message));
    },
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    get dropped() {
      return output.dropped;
    },
    flush: (ms) => output.flush(ms),
  };
}
