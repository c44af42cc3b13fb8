import { Worker } from "node:worker_threads";

/** Ends the process of a test file that does not end. It is a thread, because the file may block the event loop. */
export class Watchdog {
  #thread = new Worker(new URL("watchdog-thread.mjs", import.meta.url));

  constructor() {
    this.#thread.unref();
  }

  /** Begins to watch a file. @param limit after how many ms it is ended. */
  watch(file, limit) {
    this.#thread.postMessage({ file, limit });
  }

  /** The file has ended. */
  rest() {
    this.#thread.postMessage({});
  }
}
