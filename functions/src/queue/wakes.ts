/** Tells tasks that run in this process that there is more for them to do. Who is elsewhere finds it in the store. */
export class Wakes {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** Resolves when the task is woken next. */
  next(taskId: string): Promise<void> {
    const waiting = this.#waiting.get(taskId) ?? Promise.withResolvers<void>();
    this.#waiting.set(taskId, waiting);
    return waiting.promise;
  }

  /** Wakes the task, if it runs here. */
  wake(taskId: string): void {
    this.#waiting.get(taskId)?.resolve();
    this.#waiting.delete(taskId);
  }
}
