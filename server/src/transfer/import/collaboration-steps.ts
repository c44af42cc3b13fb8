import type { WriteCall } from "@atrium/functions/call";
import { inboxPath, type StoredInboxEntry } from "@atrium/functions/domain/notifications/store/inbox";
import {
  locationText,
  notificationPath,
  packContent,
  type StoredNotification,
} from "@atrium/functions/domain/notifications/store/notifications";
import { preferencePath, type StoredPreference } from "@atrium/functions/domain/notifications/store/preferences";
import { organizationPath } from "@atrium/functions/domain/organizations/store/organizations";
import {
  liveStatePath,
  type StoredLiveState,
  toStoredLiveState,
} from "@atrium/functions/domain/presence/store/live-state";
import { presencePath, toStoredPresence } from "@atrium/functions/domain/presence/store/presence";
import { RecordingInput } from "@atrium/functions/domain/recordings/recording";
import {
  recordingPath,
  type StoredRecording,
  toStoredRecording,
} from "@atrium/functions/domain/recordings/store/recordings";
import type { collaborationShapes } from "../collaboration-shapes.ts";
import { type Fields, parseFields } from "../records.ts";
import { crdtStep } from "./crdt-step.ts";
import { allCustomFieldsOf } from "./overlay.ts";
import { placeSteps, refuseDeleting, requireParent, type Step } from "./step.ts";
import { threadStep } from "./thread-step.ts";

type CollaborationKind = keyof typeof collaborationShapes;

/** Steps of the lines about collaboration, by kind. @throws ApiError INVALID_ARGUMENT */
export const collaborationSteps: { [K in CollaborationKind]: (call: WriteCall, fields: Fields<K>) => Step } = {
  /** Presence counts from now and expires as usual. */
  presence(call, fields) {
    const place = placeSteps(call, fields);
    const path = presencePath(place.path, fields.userId);
    return {
      path,
      reads: place.reads,
      apply(view) {
        place.check(view);
        view.put(path, toStoredPresence(call, fields));
      },
    };
  },
  liveState(call, fields) {
    const place = placeSteps(call, fields);
    const path = liveStatePath(place.path, fields.liveStateDataId);
    return {
      path,
      reads: [...place.reads, path],
      apply(view) {
        place.check(view);
        const time = fields.lastUpdated ?? view.get<StoredLiveState>(path)?.lastUpdated ?? call.now();
        view.put(path, toStoredLiveState({ now: () => time }, fields.data));
      },
    };
  },
  crdt: crdtStep,
  recording(call, fields) {
    const place = placeSteps(call, fields);
    const path = recordingPath(place.path, fields.annotationId);
    const { latestVersion } = fields;
    const line = allCustomFieldsOf("recording", fields) ?? {};
    // Keeps the order of the fields in the line.
    const further: RecordingInput = Object.assign({ ...line }, parseFields(RecordingInput, line));
    const recording = latestVersion === undefined ? further : { ...further, latestVersion };
    return {
      path,
      reads: [...place.reads, path],
      apply(view) {
        place.check(view);
        const before = view.get<StoredRecording>(path);
        view.put(path, toStoredRecording(fields.annotationId, recording, { before, at: "The recording" }));
      },
    };
  },
  commentAnnotation: threadStep,
  notification(call, { organizationId, documentId, notificationId, timestamp, unreadSince, ...content }) {
    const place = placeSteps(call, { organizationId, documentId });
    const path = notificationPath(organizationPath(call, organizationId), notificationId);
    const text = packContent(content);
    return {
      path,
      reads: [...place.reads, path],
      apply(view) {
        place.check(view);
        const storedNotification = view.get<StoredNotification>(path);
        refuseDeleting(storedNotification, "notification");
        view.put(path, {
          documentId,
          timestamp: timestamp ?? storedNotification?.timestamp ?? call.now(),
          actorId: content.actionUser.userId,
          locationId: locationText(content.location?.id),
          content: text,
          unreadSince,
          fanOut: storedNotification?.fanOut,
        });
      },
    };
  },
  inboxEntry(call, { organizationId, notificationId, ...received }) {
    const organization = organizationPath(call, organizationId);
    const notification = notificationPath(organization, notificationId);
    const path = inboxPath(organization, received.userId, notificationId);
    return {
      path,
      reads: [organization, notification, path],
      apply(view) {
        requireParent(view, organization, "organization", organizationId);
        const parent = requireParent<StoredNotification>(view, notification, "notification", notificationId);
        const { documentId, locationId, timestamp } = parent;
        const entry = { ...received, notificationId, documentId, locationId, timestamp };
        view.put(path, entry satisfies { [field in keyof StoredInboxEntry]: unknown });
      },
    };
  },
  notificationPreference(call, { organizationId, documentId, userId, ...config }) {
    const place = placeSteps(call, { organizationId, documentId });
    const path = preferencePath(place.path, userId);
    return {
      path,
      reads: [...place.reads, path],
      apply(view) {
        place.check(view);
        view.put(path, { userId, ...config } satisfies StoredPreference);
      },
    };
  },
};
