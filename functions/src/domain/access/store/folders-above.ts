import { ROOT } from "#domain/documents/folder";
import type { StoredDocument } from "#domain/documents/store/documents";
import { folderBelow, type StoredFolder } from "#domain/documents/store/folders";
import type { DocMap } from "#store/doc-map";

/**
 * Finds the folders above places, as far as the given documents show. Places in one folder share one walk to the top.
 */
export class FoldersAbove {
  readonly #docs: DocMap;
  /** By path of the folder where a walk begins. */
  readonly #walks = new Map<string, readonly string[]>();

  /** @param docs must not change while the object is in use. */
  constructor(docs: DocMap) {
    this.#docs = docs;
  }

  /** Paths of the folders above a place of an organization: those that are known, and those to be read next. */
  of({ organization, path }: { organization: string; path: string }): readonly string[] {
    const { folderId, parentFolderId } = this.#pointers(path);
    if (parentFolderId !== undefined) return this.#from(organization, path).slice(1);
    return folderId === undefined || folderId === ROOT
      ? []
      : this.#from(organization, folderBelow(organization, folderId));
  }

  #from(organization: string, folder: string): readonly string[] {
    const earlier = this.#walks.get(folder);
    if (earlier) return earlier;
    const walk = this.#walk(organization, folder);
    this.#walks.set(folder, walk);
    return walk;
  }

  /**
   * Follows the pointers up to a folder that has not been read; the `ancestors` of the last one read suggest the rest.
   */
  #walk(organization: string, first: string): string[] {
    const paths = new Set([first]);
    let last = first;
    for (;;) {
      const { parentFolderId: parent } = this.#pointers(last);
      if (parent === undefined || parent === ROOT) return [...paths];
      const path = folderBelow(organization, parent);
      if (paths.has(path)) return [...paths];
      paths.add(path);
      if (!this.#docs.has(path)) break;
      last = path;
    }
    for (const id of this.#pointers(last).ancestors ?? []) if (id !== ROOT) paths.add(folderBelow(organization, id));
    return [...paths];
  }

  /** `ancestors` may be outdated, but saves a round trip per level. */
  #pointers(path: string): Partial<StoredDocument & StoredFolder> {
    return (this.#docs.get(path)?.data ?? {}) as Partial<StoredDocument & StoredFolder>;
  }
}
