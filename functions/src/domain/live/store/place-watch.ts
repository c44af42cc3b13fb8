import { ROOT } from "#domain/documents/folder";
import { documentsOf, type StoredDocument } from "#domain/documents/store/documents";
import { foldersOf, type StoredFolder } from "#domain/documents/store/folders";
import { organizationPath, organizationsPath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { ChangeSet, WatchQuery } from "#store/port";
import type { StreamPlace } from "./access.ts";

/** Fields that do not affect access. A change of any other field counts, so that no new field is forgotten. */
const harmless = new Set(["organizationName", "folderName", "documentName", "open", "createdAt", "lastUpdated"]);

/** Receives the reports of a place watch. */
export interface PlaceListener {
  /**
   * The document is being deleted or is gone. By now there may be another one with its id, which not everybody may see
   * who saw the first one. `changed` follows.
   */
  gone(): void;
  /** Access to the document may have changed. */
  changed(): void;
  /** A watch of the store has failed. */
  failed(error: unknown): void;
}

/**
 * Watches the organization, a document and the folders above it, whichever process changes them. That needs no writes,
 * and no reads while nothing changes.
 */
export class PlaceWatch {
  readonly #call: KeyCall;
  readonly #organization: string;
  readonly #listener: PlaceListener;
  readonly #document: LevelWatch;
  readonly #levels: LevelWatch[];
  readonly #folders = new Map<string, LevelWatch>();
  #isStopped = false;

  /** @throws ApiError as `watch` of the store does */
  constructor(call: KeyCall, { organizationId, documentId }: StreamPlace, listener: PlaceListener) {
    this.#call = call;
    this.#organization = organizationPath(call, organizationId);
    this.#listener = listener;
    const organization = this.#watch({ collection: organizationsPath(call), id: organizationId });
    this.#document = this.#watch({ collection: documentsOf(this.#organization), id: documentId }, () =>
      listener.gone(),
    );
    this.#levels = [organization, this.#document];
  }

  stop(): void {
    this.#isStopped = true;
    for (const level of [...this.#levels, ...this.#folders.values()]) level.stop();
  }

  #watch(query: WatchQuery, gone: () => void = () => undefined): LevelWatch {
    const changed = () => {
      if (this.#isStopped) return;
      this.#followFolders();
      this.#listener.changed();
    };
    const level = new LevelWatch({ changed, gone });
    level.stop = this.#call.store.watch(query, {
      next: (changeSet: ChangeSet) => level.next(changeSet),
      error: (error) => this.#listener.failed(error),
    });
    return level;
  }

  /** Watches the folders that are above the document now, as far as they are known, and no others. */
  #followFolders(): void {
    const above = new Set<string>();
    for (let id = this.#document.above; isFolder(id) && !above.has(id); ) {
      above.add(id);
      if (!this.#folders.has(id)) this.#folders.set(id, this.#watch({ collection: foldersOf(this.#organization), id }));
      id = this.#folders.get(id)?.above;
    }
    for (const [id, level] of this.#folders)
      if (!above.has(id)) {
        level.stop();
        this.#folders.delete(id);
      }
  }
}

function isFolder(id: string | undefined): id is string {
  return id !== undefined && id !== ROOT;
}

/** What is known of one organization, document or folder. */
class LevelWatch {
  /** Id of the folder that contains it; undefined if there is none, or it is not known yet. */
  above: string | undefined;
  stop: () => void = () => undefined;
  /** The fields that may affect access, as text; undefined before they were read. */
  #facts: string | undefined;
  /** When it was created, in ms since 1970; undefined before it was read. */
  #createdAt: number | undefined;
  readonly #listener: Pick<PlaceListener, "changed" | "gone">;

  constructor(listener: Pick<PlaceListener, "changed" | "gone">) {
    this.#listener = listener;
  }

  next({ changes: [change] }: ChangeSet): void {
    const current: Partial<StoredDocument & StoredFolder> | undefined =
      change && change.type !== "removed" ? change.doc.data : undefined;
    const data = current ?? {};
    // A deletion and a new creation may be reported together.
    const isOther = this.#createdAt !== undefined && data.createdAt !== this.#createdAt;
    this.#createdAt = data.createdAt;
    if (!current || current.deleting || isOther) this.#listener.gone();
    const facts = JSON.stringify(
      Object.entries(data)
        .filter(([field]) => !harmless.has(field))
        .sort(),
    );
    if (facts === this.#facts && !isOther) return;
    this.#facts = facts;
    this.above = data.folderId ?? data.parentFolderId;
    this.#listener.changed();
  }
}
