/** What the search finds: a page, or a part of a guide. */
export interface SearchEntry {
  id: number;
  page: string;
  title: string;
  /** Path of an endpoint without its first slash, which readers may type as it stands. */
  name?: string;
  /** What kind of page it is, as readers see it. */
  kind: string;
  /** Words beside the title. */
  text: string;
  /** Names of the fields that a request may have. */
  fields?: string;
}
