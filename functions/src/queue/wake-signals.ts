/** Signals new work to tasks that wait in this process. Tasks in other processes find their work in the store. */
export class WakeSignals {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** Resolves at the next `wake` of the task. */
  next(taskId: string): Promise<void> {
    const waiting = this.#waiting.get(taskId) ?? Promise.withResolvers<void>();
    this.#waiting.set(taskId, waiting);
    return waiting.promise;
  }

  /** Wakes the task if it waits in this process. */
  wake(taskId: string): void {
    this.#waiting.get(taskId)?.resolve();
    this.#waiting.delete(taskId);
  }
}
