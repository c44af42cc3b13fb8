/** What an issue about an unknown name carries in its `params`: the names that there are, so that the error can tell the nearest. */
export interface KnownNames {
  names: readonly string[];
}
