/**
 * Calls a listener. An error that it throws becomes an uncaught error of the program, as with DOM events, and does not
 * affect other listeners.
 */
export function callListener<Args extends unknown[]>(listener: (...args: Args) => void, ...args: Args): void {
  try {
    listener(...args);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
