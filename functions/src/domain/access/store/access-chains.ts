import type { AccessChain, Level } from "#domain/access/decide-access";
import { ROOT } from "#domain/documents/folder";
import { documentBelow } from "#domain/documents/store/documents";
import { folderBelow, type StoredFolder } from "#domain/documents/store/folders";
import { grantPath, type StoredGrant, type StoredUser, userPath } from "#domain/organizations/store/members";
import { organizationPath, type Place, placePath } from "#domain/organizations/store/organizations";
import type { AccessType } from "#platform/shapes/fields";
import type { KeyCall } from "#src/call";
import { foldersBeingMoved } from "#src/errors";
import type { Doc, DocRef } from "#store/port";
import type { AccessFacts } from "./access-facts.ts";

type Folders = readonly Doc<StoredFolder>[] | undefined;

/** The chains on which decisions are based. Each is built once, from the documents that were read for the requests. */
export class AccessChains {
  readonly #call: KeyCall;
  readonly #facts: AccessFacts;
  /** By path of the place, then by user. */
  readonly #chains = new Map<string, Map<string, AccessChain | undefined>>();
  /** Each folder with its ancestors, by path of the folder. */
  readonly #folders = new Map<string, Folders>();

  constructor(call: KeyCall, facts: AccessFacts) {
    this.#call = call;
    this.#facts = facts;
  }

  /**
   * The chain of a place with the roles of a user; undefined when the place, or something above it, does not exist.
   * @throws ApiError ABORTED when folders moved while they were read.
   */
  of(userId: string, place: Place): AccessChain | undefined {
    const path = placePath(this.#call, place);
    const ofPlace = this.#chains.get(path) ?? new Map<string, AccessChain | undefined>();
    this.#chains.set(path, ofPlace);
    if (!ofPlace.has(userId)) ofPlace.set(userId, this.#chain(userId, place));
    return ofPlace.get(userId);
  }

  #chain(userId: string, { organizationId, folderId, documentId }: Place): AccessChain | undefined {
    const { docs, roles } = this.#facts;
    const owner = organizationPath(this.#call, organizationId);
    const organization = docs.get(owner);
    const document = documentId === undefined ? undefined : docs.get(documentBelow(owner, documentId));
    const folders = this.#foldersFrom(owner, documentId === undefined ? folderId : document?.data.folderId);
    if (!organization || !folders || (documentId !== undefined && !document)) return undefined;
    const [grant, membership] = [grantPath("", userId), userPath("", userId)];
    const level = ({ path, id }: Doc): Level => ({
      id,
      grant: roles.get(`${path}${grant}` as DocRef<StoredGrant>)?.data,
      membership: roles.get(`${path}${membership}` as DocRef<StoredUser>)?.data,
    });
    const defaultType = this.#call.apiKey.config.defaultDocumentAccessType;
    return {
      organization: { ...level(organization), disabled: organization.data.disabled },
      folders: folders.map((folder) => ({ ...level(folder), accessType: ownAccessType(folder.data, defaultType) })),
      document: document && {
        ...level(document),
        disabled: document.data.disabled,
        accessType: document.data.accessType,
      },
    };
  }

  #foldersFrom(organization: string, id: string | undefined): Folders {
    if (id === undefined || id === ROOT) return [];
    const path = folderBelow(organization, id);
    if (!this.#folders.has(path)) this.#folders.set(path, this.#walk(organization, path));
    return this.#folders.get(path);
  }

  /** Follows parent pointers from a folder to its ancestors, nearest first; undefined when one of them is missing. */
  #walk(organization: string, start: string): Folders {
    const chain = new Set<Doc<StoredFolder>>();
    for (let path = start; ; ) {
      const folder = this.#facts.docs.get(path as DocRef<StoredFolder>);
      if (!folder) return undefined;
      if (chain.has(folder)) throw foldersBeingMoved();
      chain.add(folder);
      const { parentFolderId: parent } = folder.data;
      if (parent === ROOT) return [...chain];
      path = folderBelow(organization, parent);
    }
  }
}

function ownAccessType({ inheritAccessFromParent, accessType }: StoredFolder, defaultType: AccessType) {
  return inheritAccessFromParent ? undefined : (accessType ?? defaultType);
}
