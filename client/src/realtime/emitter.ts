import { callListener } from "./listener.ts";

/** Calls listeners by event name. */
export class Emitter<Events extends { [Name in keyof Events]: (...args: never[]) => void }> {
  readonly #listeners = new Map<keyof Events, Set<(...args: never[]) => void>>();

  /** Calls `listener` with each event of this name. */
  on<Name extends keyof Events>(name: Name, listener: Events[Name]): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  }

  /** Removes a listener that `on` added. */
  off<Name extends keyof Events>(name: Name, listener: Events[Name]): void {
    this.#listeners.get(name)?.delete(listener);
  }

  protected emit<Name extends keyof Events>(name: Name, ...args: Parameters<Events[Name]>): void {
    const listeners = this.#listeners.get(name);
    // The copy lacks listeners that are added meanwhile; those that are removed meanwhile are left out.
    for (const listener of [...(listeners ?? [])]) if (listeners?.has(listener)) callListener(listener, ...args);
  }
}
