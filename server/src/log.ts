import type { Log } from "@atrium/functions/context";
import { type DestinationStream, pino } from "pino";

/** JSON lines to standard output, written in batches; `flush` before the process ends. */
export function createLog(level: string): Log & { flush(): void } {
  const destination = pino.destination({ sync: false, minLength: 4096 }) as DestinationStream & { flushSync(): void };
  const logger = pino(
    { level, base: undefined, messageKey: "message", timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  const timer = setInterval(() => logger.flush(), 250);
  timer.unref();
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush: () => {
      clearInterval(timer);
      try {
        destination.flushSync();
      } catch {
        // Nothing was written yet: the destination is not open.
      }
    },
  };
}
