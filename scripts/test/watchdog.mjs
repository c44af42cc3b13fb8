import { Worker } from "node:worker_threads";

/**
 * Kills the process of a test file that does not end. It runs in a thread, because the file may block the event loop.
 */
export class Watchdog {
  #thread = new Worker(new URL("watchdog-thread.mjs", import.meta.url));

  constructor() {
    this.#thread.unref();
  }

  /** Starts to watch a file. @param limit ms after which its process is killed. */
  watch(file, limit) {
    this.#thread.postMessage({ file, limit });
  }

  /** Stops watching, because the file has ended. */
  rest() {
    this.#thread.postMessage({});
  }
}
