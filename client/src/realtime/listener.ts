/** Calls a listener. What it throws is an uncaught error of the program, as with events of a page: no other listener misses anything. */
export function callListener<Args extends unknown[]>(listener: (...args: Args) => void, ...args: Args): void {
  try {
    listener(...args);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
