import type { World } from "#testing/harness/world";

/** How the items of one list come and go. */
export interface List {
  /** Endpoint that lists. */
  path: string;
  /** Which of its lists, for the test's title. */
  of: string;
  /** The request without its paging. */
  query: object;
  /** Makes what must be there before. */
  before?(w: World): Promise<unknown>;
  /** Makes so many items that pages of a fixed length are full. @returns their ids. */
  crowd?(w: World): Promise<string[]>;
  /** Makes an item of this id. It may have been there before, and been deleted. */
  insert(w: World, id: string): Promise<unknown>;
  /** Takes one away that is there. Missing: such items cannot be deleted. */
  remove?(w: World, id: string): Promise<unknown>;
  /** Names of its paging where they are not pageSize and pageToken; the token of the next page is then inside `data`. */
  paging?: { size: string; token: string };
  /** Ids must have only letters, digits and `-`. */
  plainIds?: true;
  /** Ids of the items of a page as they were inserted. */
  // biome-ignore lint/suspicious/noExplicitAny: pages of every shape.
  ids(data: any): string[];
}

/** Ids of a page by the name of their field. */
export const idsBy = (field: string) => (data: Record<string, string>[]) => data.map((item) => String(item[field]));
