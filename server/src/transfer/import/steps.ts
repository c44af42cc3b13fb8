import type { WriteCall } from "@atrium/functions/call";
import { activityIdOf, activityPath, type StoredActivity } from "@atrium/functions/domain/activities/store/activities";
import { ROOT } from "@atrium/functions/domain/documents/folder";
import { newDocument, type StoredDocument } from "@atrium/functions/domain/documents/store/documents";
import { groupPath, memberPath, newMember } from "@atrium/functions/domain/organizations/store/groups";
import {
  grantPath,
  type StoredGrant,
  type StoredGroup,
  type StoredMember,
  type StoredUser,
  userPath,
} from "@atrium/functions/domain/organizations/store/members";
import {
  documentPath,
  folderPath,
  newOrganization,
  organizationPath,
  type StoredOrganization,
} from "@atrium/functions/domain/organizations/store/organizations";
import { EmbeddedUser } from "@atrium/functions/platform/shapes/embedded-user";
import { initialOf } from "@atrium/functions/platform/text/initial";
import { toJsonText } from "@atrium/functions/platform/text/json-text";
import type { KeyKind } from "../key-shapes.ts";
import type { Fields, Kind } from "../records.ts";
import { collaborationSteps } from "./collaboration-steps.ts";
import { folderStep } from "./folder-step.ts";
import { allCustomFieldsOf, customFieldsOf, overlay } from "./overlay.ts";
import { placeSteps, refuseDeleting, requireParent, type Step } from "./step.ts";

/** Kinds of lines that belong to an API key. */
export type DataKind = Exclude<Kind, "workspace" | "apiKey" | KeyKind>;

/** Steps by kind of line. @throws ApiError INVALID_ARGUMENT */
export const stepMakers: { [K in DataKind]: (call: WriteCall, fields: Fields<K>) => Step } = {
  organization(call, fields) {
    const path = organizationPath(call, fields.organizationId);
    const { organizationName, disabled, createdAt, lastUpdated } = fields;
    const changes = {
      organizationName,
      disabled,
      createdAt,
      lastUpdated,
      open: customFieldsOf("organization", fields),
    };
    return {
      path,
      reads: [path],
      apply(view) {
        const storedOrganization = view.get<StoredOrganization>(path);
        refuseDeleting(storedOrganization, "organization");
        const base = storedOrganization ?? newOrganization(call, { lastUpdated: createdAt ?? call.now() });
        view.put(path, overlay(base, changes, storedOrganization ? call.now() : base.lastUpdated));
      },
    };
  },
  user(call, fields) {
    const place = placeSteps(call, fields);
    const path = userPath(place.path, fields.userId);
    const { name, email, accessRole, lastUpdated } = fields;
    const open = customFieldsOf("user", fields);
    return {
      path,
      reads: [...place.reads, path],
      apply(view) {
        place.check(view);
        const base: StoredUser = view.get<StoredUser>(path) ?? { lastUpdated: call.now() };
        // An initial derived from the name changes with it; a chosen initial is kept.
        const isDerived = base.initial === undefined || base.initial === initialOf(base.name ?? "");
        const initial = fields.initial ?? (name !== undefined && isDerived ? initialOf(name) : undefined);
        view.put(path, overlay(base, { name, email, initial, accessRole, lastUpdated, open }, call.now()));
      },
    };
  },
  group(call, { organizationId, groupId, groupName, createdAt }) {
    const organization = organizationPath(call, organizationId);
    const path = groupPath(organization, groupId);
    return {
      path,
      reads: [organization, path],
      apply(view) {
        requireParent(view, organization, "organization", organizationId);
        const base = view.get<StoredGroup>(path) ?? { groupName: groupId, createdAt: call.now() };
        view.put(path, overlay(base, { groupName, createdAt }, call.now()));
      },
    };
  },
  groupMember(call, { organizationId, groupId, userId, addedAt }) {
    const organization = organizationPath(call, organizationId);
    const group = groupPath(organization, groupId);
    const path = memberPath(organization, groupId, userId);
    return {
      path,
      reads: [organization, group, path],
      apply(view) {
        requireParent(view, organization, "organization", organizationId);
        requireParent(view, group, "group", groupId);
        view.put(
          path,
          overlay(view.get<StoredMember>(path) ?? newMember(call, groupId, userId), { addedAt }, call.now()),
        );
      },
    };
  },
  folder: folderStep,
  document(call, fields) {
    const { organizationId, documentId, documentName, folderId, accessType, disabled, createdAt, lastUpdated } = fields;
    const organization = organizationPath(call, organizationId);
    const path = documentPath(call, organizationId, documentId);
    const isTop = folderId === undefined || folderId === ROOT;
    const folder = isTop ? undefined : folderPath(call, organizationId, folderId);
    const open = customFieldsOf("document", fields);
    return {
      path,
      reads: [organization, path, ...(folder === undefined ? [] : [folder])],
      apply(view) {
        requireParent(view, organization, "organization", organizationId);
        if (folder !== undefined) requireParent(view, folder, "folder", folderId as string);
        const storedDocument = view.get<StoredDocument>(path);
        refuseDeleting(storedDocument, "document");
        const base = storedDocument ?? newDocument(call, { lastUpdated: createdAt ?? call.now() });
        const changes = { documentName, accessType, disabled, createdAt, lastUpdated, open };
        const place = isTop ? {} : { folderId };
        const merged = overlay(base, { ...changes, ...place }, storedDocument ? call.now() : base.lastUpdated);
        if (folderId === ROOT) delete merged.folderId;
        view.put(path, merged);
      },
    };
  },
  grant(call, fields) {
    const place = placeSteps(call, fields);
    const path = grantPath(place.path, fields.userId);
    const { accessRole, expiresAt, createdAt } = fields;
    return {
      path,
      reads: [...place.reads, path],
      apply(view) {
        place.check(view);
        const base = view.get<StoredGrant>(path) ?? { accessRole, createdAt: call.now() };
        view.put(path, overlay(base, { accessRole, expiresAt, createdAt }, call.now()));
      },
    };
  },
  activity(call, fields) {
    const { organizationId, documentId, id, actionType, featureType, targetEntityId, timestamp } = fields;
    const organization = organizationPath(call, organizationId);
    const document = documentPath(call, organizationId, documentId);
    const path = activityPath(organization, id ?? activityIdOf(fields));
    const further = allCustomFieldsOf("activity", fields);
    // The fields have the same size limit as those of a record added over the API.
    const open = further && toJsonText(further, "The record");
    const userId = fields.userId ?? EmbeddedUser.safeParse(further?.actionUser).data?.userId;
    const record: StoredActivity = { documentId, actionType, userId, featureType, targetEntityId, timestamp, open };
    return {
      path,
      // A record replaces the stored record with its id, which need not be read.
      reads: [organization, document],
      apply(view) {
        requireParent(view, organization, "organization", organizationId);
        requireParent(view, document, "document", documentId);
        view.put(path, record);
      },
    };
  },
  ...collaborationSteps,
};
