/** An entry of the search index: a page, or a part of a guide. */
export interface SearchEntry {
  id: number;
  page: string;
  title: string;
  /** Path of an endpoint without its leading slash, which readers may type verbatim. */
  name?: string;
  /** The kind of page, as shown to readers. */
  kind: string;
  /** Searchable text in addition to the title. */
  text: string;
  /** Names of the fields that a request may have. */
  fields?: string;
}
