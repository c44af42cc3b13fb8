import type { Timing } from "../timing.ts";

/** The target of page events; runtimes other than browsers have none. */
export const page = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;

/** Waits for `ms`, or until the browser is online again. */
export async function sleepOffline(timing: Timing, ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const end = () => online.abort();
  page.addEventListener?.("online", end);
  await timing.sleep(ms, [signal, online.signal]).catch(() => undefined);
  page.removeEventListener?.("online", end);
}
