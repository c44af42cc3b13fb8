import type { Timing } from "../timing.ts";

/** Runtimes other than browsers have no events of a page. */
export const page = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;

/** Waits, but no longer than until the browser is online again. */
export async function sleepOffline(timing: Timing, ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const end = () => online.abort();
  page.addEventListener?.("online", end);
  await timing.sleep(ms, [signal, online.signal]).catch(() => undefined);
  page.removeEventListener?.("online", end);
}
