import type { FreeObject } from "#platform/free-json";
import { mergeJson } from "#platform/merge-json";

/** Lays configurations over each other, the last on top: objects merge at any depth, everything else replaces. */
export function mergeConfig<T extends object>(...layers: T[]): T {
  return layers.reduce<FreeObject>((below, layer) => mergeJson(below, layer as FreeObject), {}) as T;
}

/** What a reader sees of a configuration: what is stored lies over the defaults. */
export function overDefaults<T extends object>(defaults: Required<T>, stored: T): Required<T> {
  return mergeConfig<object>(defaults, stored) as Required<T>;
}
