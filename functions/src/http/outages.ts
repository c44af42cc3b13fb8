import { ApiError } from "#platform/error";
import { Flood } from "#platform/observability/flood";
import { type Context, processPart } from "#src/context";

/** Whether an error reports that something the service needs does not work, such as a full disk. */
export function isOutage(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === "UNAVAILABLE" && error.cause !== undefined;
}

/** Logs outages of what the service needs, at a limited rate: while one lasts, every call may fail in the same way. */
class Outages {
  readonly #context: Pick<Context, "log" | "timer">;
  /** By message, of which there are only a few. */
  readonly #floods = new Map<string, Flood>();

  constructor(context: Pick<Context, "log" | "timer">) {
    this.#context = context;
  }

  /** @param where the call that failed; the log line names the first one. */
  note(where: object, { message, cause }: ApiError): void {
    const { log, timer } = this.#context;
    const flood = this.#floods.get(message) ?? new Flood(timer, (fields) => log.error(fields, message));
    this.#floods.set(message, flood);
    flood.note(() => ({ ...where, err: cause }));
  }
}

/** The outages that a process has seen. */
export const outages = processPart((context) => new Outages(context));
