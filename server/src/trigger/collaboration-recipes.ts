import type { EventType } from "@atrium/functions/domain/events/types";
import { author, type DemoCalls, document, organizationId, type Recipe, reader, succeeded } from "./demo-calls.ts";

type CollaborationEvent = Extract<
  EventType,
  `${"crdt" | "recorder" | "recording" | "presence" | "livestate" | "activity" | "notification"}.${string}`
>;

const { documentId } = document;

/** The first id that a call has assigned to what it created. */
function newestId(data: object): string {
  return Object.keys(data)[0] ?? "";
}

async function newText(demo: DemoCalls) {
  const editor = { ...document, editorId: demo.newId(), type: "text" as const };
  await demo.atrium.crdt.add({ ...editor, data: "A first line" });
  return editor;
}

async function record(demo: DemoCalls): Promise<string> {
  const recordings = [{ recordingType: "screen" as const, from: author, displayName: "A walk through the catalogue" }];
  const { data } = await demo.atrium.recordings.add({ ...document, recordings });
  succeeded(data);
  return newestId(data);
}

async function appear(demo: DemoCalls): Promise<string> {
  const userId = demo.newId();
  await demo.atrium.presence.add({ ...document, users: [{ userId, name: "Somebody new", status: "online" }] });
  return userId;
}

const recorded: Recipe = async (demo) => `Added the recording ${await record(demo)} to ${documentId}.`;

/** Events of editors, recordings, presence, live state, activities and notifications. */
export const collaborationRecipes: { [event in CollaborationEvent]: Recipe } = {
  "crdt.add": async (demo) => `Added the editor ${(await newText(demo)).editorId} to ${documentId}.`,
  "crdt.update_data": async (demo) => {
    const editor = await newText(demo);
    await demo.atrium.crdt.update({ ...editor, data: "A first line, and a second one" });
    return `Changed the text of the editor ${editor.editorId} of ${documentId}.`;
  },
  "recorder.done": recorded,
  "recording.add": recorded,
  "recording.delete": async (demo) => {
    const recordingId = await record(demo);
    succeeded((await demo.atrium.recordings.delete({ ...document, recordingIds: [recordingId] })).data);
    return `Deleted the recording ${recordingId} of ${documentId}.`;
  },
  "presence.add": async (demo) => `${await appear(demo)} has opened ${documentId}.`,
  "presence.update": async (demo) => {
    const userId = await appear(demo);
    await demo.atrium.presence.update({ ...document, users: [{ userId, status: "away" }] });
    return `${userId} has opened ${documentId} and gone away.`;
  },
  "presence.delete": async (demo) => {
    const userId = await appear(demo);
    await demo.atrium.presence.delete({ ...document, userIds: [userId] });
    return `${userId} has opened ${documentId} and closed it.`;
  },
  "livestate.broadcast": async (demo) => {
    const liveStateDataId = demo.newId();
    await demo.atrium.livestate.broadcast({ ...document, liveStateDataId, data: { slide: 3 } });
    return `Broadcast the live state ${liveStateDataId} of ${documentId}.`;
  },
  "activity.add": async (demo) => {
    const activity = {
      featureType: "custom" as const,
      actionType: "price.update",
      actionUser: author,
      targetEntityId: "price",
      displayMessageTemplate: "{{actionUser.name}} changed a price",
    };
    await demo.atrium.activities.add({ ...document, activities: [activity] });
    return `Added an activity to ${documentId} of ${organizationId}.`;
  },
  "notification.add": async (demo) => {
    const notification = {
      actionUser: author,
      displayHeadlineMessageTemplate: "{actionUser.name} asks for a price",
      displayBodyMessage: "Please look at the catalogue.",
      notifyUsers: [reader],
      notifyAll: false,
    };
    await demo.atrium.notifications.add({ ...document, ...notification });
    return `Notified ${reader.userId} about ${documentId}.`;
  },
};
