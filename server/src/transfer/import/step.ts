import type { KeyCall } from "@atrium/functions/call";
import {
  organizationPath,
  type Place,
  placePath,
  refuseWhileDeleting,
} from "@atrium/functions/domain/organizations/store/organizations";
import type { Deletable } from "@atrium/functions/errors";
import { ApiError } from "@atrium/functions/platform/error";
import type { DocData } from "@atrium/functions/store/port";
import type { View } from "./view.ts";

/** The change that a line makes, decided after everything that it refers to has been read. */
export interface Step {
  /** Path of the document that `apply` may write. */
  path: string;
  /** Paths of the documents that `apply` reads. */
  reads: string[];
  /** May run several times. @throws MissingParent or NeedsPreparation to be called again later; ApiError to refuse the line. */
  apply(view: View): void;
}

/** The line refers to something that does not exist yet and may come later in the file. */
export class MissingParent extends Error {
  override readonly name = "MissingParent";
  readonly path: string;

  /** @param what names the missing thing in the report, such as `folder "a/b"`. */
  constructor(path: string, what: string) {
    super(`${what} is neither in the file nor stored.`);
    this.path = path;
  }
}

/** The line needs a preparation in separate transactions first. */
export class NeedsPreparation extends Error {
  override readonly name = "NeedsPreparation";
  readonly run: () => Promise<void>;

  /** @param run the preparation; throws an ApiError to refuse the line. */
  constructor(run: () => Promise<void>) {
    super();
    this.run = run;
  }
}

/**
 * Reads the parent of a line.
 * @throws MissingParent if it does not exist; ApiError ABORTED while it is being deleted.
 */
export function requireParent<T extends DocData>(view: View, path: string, what: Deletable, id: string): T {
  const data = view.get<T>(path);
  if (!data) throw new MissingParent(path, `${what} ${JSON.stringify(id)}`);
  refuseDeleting(data, what);
  return data;
}

/** @throws ApiError ABORTED while the document is being deleted. */
export function refuseDeleting(data: DocData | undefined, what: Deletable): void {
  if (data) refuseWhileDeleting({ path: "", id: "", version: "", data }, what);
}

/** The paths of the organization, folder or document to which a member or grant belongs. */
export function placeSteps(call: KeyCall, place: Place): { path: string; reads: string[]; check(view: View): void } {
  const { organizationId, folderId, documentId } = place;
  if (folderId !== undefined && documentId !== undefined)
    throw new ApiError("INVALID_ARGUMENT", "folderId must not be combined with documentId.");
  const organization = organizationPath(call, organizationId);
  const path = placePath(call, place);
  return {
    path,
    reads: [organization, path],
    check(view) {
      requireParent(view, organization, "organization", organizationId);
      if (documentId !== undefined) requireParent(view, path, "document", documentId);
      else if (folderId !== undefined) requireParent(view, path, "folder", folderId);
    },
  };
}
