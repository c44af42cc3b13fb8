import type { FreeObject } from "#platform/shapes/free-json";
import { mergeJson } from "#platform/text/merge-json";
import type { ConfigChange } from "./config-change.ts";

/**
 * Merges configurations and changes; later ones take precedence. Objects merge at any depth, `null` removes a field.
 */
export function mergeConfig<T extends object>(...layers: (T | ConfigChange<T>)[]): T {
  return layers.reduce<FreeObject>((below, layer) => mergeJson(below, layer as FreeObject), {}) as T;
}

/** A configuration as readers get it: the stored fields over the defaults. */
export function withDefaults<T extends object>(defaults: Required<T>, config: T): Required<T> {
  return mergeConfig<object>(defaults, config) as Required<T>;
}
