/** What the search finds: a page, or a part of a guide. */
export interface SearchEntry {
  id: number;
  page: string;
  title: string;
  /** What kind of page it is, as readers see it. */
  kind: string;
  /** Words beside the title. */
  text: string;
}
