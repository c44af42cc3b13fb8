import type { AtriumClient, CommentAnnotationChange, CommentAnnotationInput, ItemResults } from "@atrium/client";
import { randomBase62 } from "@atrium/functions/platform/crypto/base62";
import { CommandError } from "../commands/command-error.ts";

/** An organization of the demo world. */
export const organizationId = "meridian-press";
/** A document of the demo world. */
export const document = { organizationId, documentId: "spring-catalogue-2026" };
/** People of the demo world. */
export const author = {
  userId: "amelie.dubois@example.com",
  name: "Amélie Dubois",
  email: "amelie.dubois@example.com",
};
export const reader = { userId: "karthik.elango@example.org", email: "karthik.elango@example.org" };

/** Causes an event. @returns a sentence that says what was done. */
export type Recipe = (demo: DemoCalls) => Promise<string>;

/** Calls with which several recipes begin. Whatever they create has a new id, so a recipe works any number of times. */
export class DemoCalls {
  readonly atrium: AtriumClient;

  constructor(atrium: AtriumClient) {
    this.atrium = atrium;
  }

  /** A new id, such as `trigger-4fT0Kz9s`. */
  newId(): string {
    return `trigger-${randomBase62(8)}`;
  }

  /** Adds a thread to the demo's document. @returns its place and id. */
  async newThread(fields: Partial<CommentAnnotationInput> = {}) {
    const annotationId = this.newId();
    const commentData = [{ commentText: "Is this the final price?", from: author }];
    const commentAnnotations = [{ annotationId, commentData, ...fields }];
    const create = { createOrganization: true, createDocument: true };
    succeeded((await this.atrium.commentannotations.add({ ...document, ...create, commentAnnotations })).data);
    return { ...document, annotationId };
  }

  /** Adds a thread and changes it. @returns the id of the thread. */
  async changedThread(...changes: CommentAnnotationChange[]): Promise<string> {
    const { annotationId } = await this.newThread();
    for (const updatedData of changes)
      succeeded(
        (await this.atrium.commentannotations.update({ ...document, annotationIds: [annotationId], updatedData })).data,
      );
    return annotationId;
  }

  /** Adds a document. @returns its id. */
  async newDocument(): Promise<string> {
    const documentId = this.newId();
    const documents = [{ documentId, documentName: "A document for trying things out" }];
    succeeded(
      (await this.atrium.organizations.documents.add({ organizationId, createOrganization: true, documents })).data,
    );
    return documentId;
  }

  /** Adds a folder. @returns its id. */
  async newFolder(): Promise<string> {
    const folderId = this.newId();
    const folders = [{ folderId, folderName: "A folder for trying things out" }];
    succeeded(
      (await this.atrium.organizations.folders.add({ organizationId, createOrganization: true, folders })).data,
    );
    return folderId;
  }

  /** Adds an organization. @returns its id. */
  async newOrganization(): Promise<string> {
    const id = this.newId();
    const organizations = [{ organizationId: id, organizationName: "An organization for trying things out" }];
    succeeded((await this.atrium.organizations.add({ organizations })).data);
    return id;
  }

  /** Adds a user. @returns the id. */
  async newUser(): Promise<string> {
    const userId = this.newId();
    const users = [{ userId, name: "Somebody new", email: `${userId}@example.com` }];
    succeeded((await this.atrium.users.add({ organizationId, createOrganization: true, users })).data);
    return userId;
  }
}

/** @throws CommandError if an item of a call has failed: each item has its own outcome. */
export function succeeded(items: ItemResults | unknown): void {
  for (const [id, item] of Object.entries((items ?? {}) as ItemResults))
    if (item?.success === false) throw new CommandError(`${id}: ${item.message}`);
}
