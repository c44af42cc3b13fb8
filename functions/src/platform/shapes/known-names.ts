/** The `params` of an issue about an unknown name: the valid names, so that the error can suggest the nearest one. */
export interface KnownNames {
  names: readonly string[];
}
