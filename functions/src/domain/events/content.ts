import * as z from "zod";
import { actor, ada, event, lin, neverEmitted, Person } from "./event.ts";

const organization = { organizationName: z.string().optional() };
const folder = {
  folderId: z.string(),
  folderName: z.string().optional(),
  parentFolderId: z.string().optional(),
  accessType: z.string().nullish(),
};
const document = {
  documentName: z.string().optional(),
  folderId: z.string().optional(),
  accessType: z.string().optional(),
};
const acme = { organizationName: "Acme" };
const designs = { folderId: "designs", folderName: "Designs", parentFolderId: "root" };
const homepage = { documentName: "Homepage" };

/** Events of organizations, folders and documents; `metadata` has the ids of the organization and document. */
export const placeEvents = {
  "organization.add": event("An organization was added.", organization, acme),
  "organization.update": event("An organization was changed.", organization, acme),
  "organization.delete": event("The deletion of an organization began: it no longer exists for anybody.", {}, {}),
  "organization.disable": event("An organization was disabled: no user can open its documents.", organization, acme),
  "organization.enable": event("An organization was enabled again.", organization, acme),
  "folder.add": event("A folder was added.", folder, designs),
  "folder.update": event("A folder was renamed, or its access changed.", folder, designs),
  "folder.move": event("A folder was moved under another one.", folder, { ...designs, parentFolderId: "archive" }),
  "folder.delete": event(
    "The deletion of a folder with everything in it began.",
    { folderId: z.string() },
    { folderId: "designs" },
  ),
  "document.add": event("A document was added.", document, homepage),
  "document.update": event("A document was changed.", document, homepage),
  "document.move": event("A document was moved to another folder.", document, { folderId: "archive" }),
  "document.delete": event("The deletion of a document began: it no longer exists for anybody.", {}, {}),
  "document.disable": event("A document was disabled: no user can open it.", document, homepage),
  "document.enable": event("A document was enabled again.", document, homepage),
  "document.access_change": event("Who may open a document changed.", document, { accessType: "restricted" }),
  "document.migrate": event(
    "A document was moved to another id; the id in `metadata` no longer exists.",
    { newDocumentId: z.string(), migrationId: z.string() },
    { newDocumentId: "homepage-2", migrationId: "mig_1" },
  ),
};

/** The content of an editor after the event. If it is too large for an event, `isTruncated` replaces `data`. */
const CrdtData = z.looseObject({
  id: z.string(),
  data: z.unknown().optional(),
  lastUpdatedBy: z.string().nullable(),
  lastUpdate: z.string(),
  sessionId: z.null(),
  isTruncated: z.literal(true).optional(),
});
const editor = { editorId: z.string(), type: z.string(), crdtData: CrdtData };
const editorBody = {
  editorId: "body",
  type: "text",
  crdtData: {
    id: "body",
    data: "For everyone",
    lastUpdatedBy: null,
    lastUpdate: "2026-01-05T09:00:00.000Z",
    sessionId: null,
  },
};

/** A file of a recording. */
const Asset = z.looseObject({ attachmentId: z.number(), url: z.string().optional(), mimeType: z.string().optional() });
const walk = { attachmentId: 1, url: "https://example.com/walk.webm", mimeType: "video/webm" };

/** Events of users' actions in a document. */
export const collaborationEvents = {
  "livestate.broadcast": event(
    "Live state of a document changed.",
    { liveStateDataId: z.string(), data: z.looseObject({}), merge: z.boolean() },
    { liveStateDataId: "cursor", data: { x: 10, y: 20 }, merge: false },
  ),
  "crdt.add": event("Editor data was added.", editor, editorBody),
  "crdt.update_data": event("Editor data was replaced.", editor, editorBody),
  "recording.add": event(
    "A recording was added.",
    { ...actor, recordingId: z.string(), recordingType: z.string().optional() },
    { recordingId: "rec_1", recordingType: "screen", actionUser: ada },
  ),
  "recording.delete": event("A recording was deleted.", { recordingId: z.string() }, { recordingId: "rec_1" }),
  "recorder.done": event(
    "A recording is complete, with its files.",
    {
      ...actor,
      recorderId: z.string(),
      from: Person.optional(),
      assets: z.array(Asset),
      assetsAllVersions: z.array(Asset.extend({ version: z.number() })),
      transcription: z.unknown().optional(),
    },
    {
      recorderId: "rec_1",
      from: ada,
      actionUser: ada,
      assets: [walk],
      assetsAllVersions: [{ ...walk, version: 1 }],
    },
  ),
  "huddle.create": neverEmitted(
    event("A client opened a huddle.", { ...actor, huddleId: z.string() }, { huddleId: "h_1", actionUser: ada }),
  ),
  "huddle.join": neverEmitted(
    event("A client joined a huddle.", { ...actor, huddleId: z.string() }, { huddleId: "h_1", actionUser: lin }),
  ),
  "activity.add": event(
    "An activity was logged.",
    {
      ...actor,
      activityId: z.string(),
      featureType: z.string(),
      actionType: z.string(),
      targetEntityId: z.string().optional(),
    },
    { activityId: "act_1", featureType: "comment", actionType: "comment.add", actionUser: ada },
  ),
  "notification.add": event(
    "A notification was added.",
    {
      ...actor,
      notificationId: z.string(),
      notifyAll: z.boolean(),
      notifyUserIds: z.array(z.string()),
      displayHeadlineMessage: z.string().optional(),
      displayBodyMessage: z.string().optional(),
      notificationSource: z.string().optional(),
      /** The recipients and their channels; omitted if there are more than 200. */
      recipients: z.array(z.looseObject({ userId: z.string(), channels: z.array(z.string()) })).optional(),
      /** A text is longer than 10,000 characters and was cut. */
      isTruncated: z.literal(true).optional(),
    },
    {
      notificationId: "ntf_1",
      actionUser: ada,
      notifyAll: false,
      notifyUserIds: ["lin"],
      displayHeadlineMessage: "Ada Lovelace invited you to Atlas",
      displayBodyMessage: "Have a look at the new draft.",
      recipients: [{ userId: "lin", channels: ["inbox", "email"] }],
    },
  ),
};

/** Events about deliveries themselves. */
export const operationalEvents = {
  "webhook.endpoint_disabled": event(
    "An endpoint was disabled because it responded with status 410 or failed for five days.",
    { endpointId: z.string(), url: z.string().optional(), reason: z.string() },
    { endpointId: "ep_1", url: "https://hooks.example.com/atrium", reason: "The endpoint answered 410 Gone." },
  ),
  "message.attempt.exhausted": event(
    "The last attempt of a delivery failed; send it again with deliveries/resend.",
    {
      deliveryId: z.string(),
      messageId: z.string(),
      endpointId: z.string(),
      eventType: z.string(),
      attempts: z.number(),
    },
    { deliveryId: "dlv_a1", messageId: "evt_1-0", endpointId: "ep_1", eventType: "comment.add", attempts: 10 },
  ),
};
