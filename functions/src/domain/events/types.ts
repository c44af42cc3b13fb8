/** Groups of event types by subject (docs/behaviour.md#events). */
export type EventGroup =
  | "commentAnnotation"
  | "comment"
  | "huddle"
  | "crdt"
  | "recorder"
  | "user"
  | "permission"
  | "userGroup"
  | "organization"
  | "folder"
  | "document"
  | "presence"
  | "livestate"
  | "recording"
  | "activity"
  | "notification"
  | "approval"
  | "webhook";

/** Every event type with its group. Webhooks subscribe to event types; triggers turn some of them on or off. */
const eventTypes = {
  "comment_annotation.add": "commentAnnotation",
  "comment_annotation.assign": "commentAnnotation",
  "comment_annotation.status_change": "commentAnnotation",
  "comment_annotation.priority_change": "commentAnnotation",
  "comment_annotation.custom_list_change": "commentAnnotation",
  "comment_annotation.subscribe": "commentAnnotation",
  "comment_annotation.unsubscribe": "commentAnnotation",
  "comment_annotation.accept": "commentAnnotation",
  "comment_annotation.reject": "commentAnnotation",
  "comment_annotation.approve": "commentAnnotation",
  "comment_annotation.suggestion_accept": "commentAnnotation",
  "comment_annotation.suggestion_reject": "commentAnnotation",
  "comment.add": "comment",
  "comment.update": "comment",
  "comment.delete": "comment",
  "comment.reaction_add": "comment",
  "comment.reaction_delete": "comment",
  "huddle.create": "huddle",
  "huddle.join": "huddle",
  "crdt.add": "crdt",
  "crdt.update_data": "crdt",
  "recorder.done": "recorder",
  "user.add": "user",
  "user.update": "user",
  "user.delete": "user",
  "permission.add": "permission",
  "permission.remove": "permission",
  "usergroup.user_add": "userGroup",
  "usergroup.user_delete": "userGroup",
  "organization.add": "organization",
  "organization.update": "organization",
  "organization.delete": "organization",
  "organization.disable": "organization",
  "organization.enable": "organization",
  "folder.add": "folder",
  "folder.update": "folder",
  "folder.move": "folder",
  "folder.delete": "folder",
  "document.add": "document",
  "document.update": "document",
  "document.move": "document",
  "document.delete": "document",
  "document.disable": "document",
  "document.enable": "document",
  "document.access_change": "document",
  "document.migrate": "document",
  "presence.add": "presence",
  "presence.update": "presence",
  "presence.delete": "presence",
  "livestate.broadcast": "livestate",
  "recording.add": "recording",
  "recording.delete": "recording",
  "activity.add": "activity",
  "notification.add": "notification",
  "execution.dispatched": "approval",
  "execution.completed": "approval",
  "execution.failed": "approval",
  "execution.cancelled": "approval",
  "step.awaiting-approval": "approval",
  "step.completed": "approval",
  "step.failed": "approval",
  "step.breached": "approval",
  "step.cancelled": "approval",
  "group.quorum-met": "approval",
  "loop.iteration-started": "approval",
  "loop.exhausted": "approval",
  "webhook.endpoint_disabled": "webhook",
  "message.attempt.exhausted": "webhook",
} as const satisfies Record<string, EventGroup>;
export type EventType = keyof typeof eventTypes;

/** All event types, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventTypes) as EventType[];

/** Whether the name is an event type. */
export function isEventType(name: string): name is EventType {
  return Object.hasOwn(eventTypes, name);
}

/** The `source` of an event in its body. Events of threads have the source `comment`. */
export function sourceOf(type: string): string {
  const about = type.slice(0, type.indexOf("."));
  return about === "comment_annotation" ? "comment" : about;
}

/** The `actionType` of an event in its body: the last part of the type in camel case, such as `updateData`. */
export function actionTypeOf(type: string): string {
  return type.slice(type.lastIndexOf(".") + 1).replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The event types of some groups, in the order of the catalogue. */
export function eventTypesOf(groups: readonly EventGroup[]): EventType[] {
  return eventTypeNames.filter((name) => groups.includes(eventTypes[name]));
}

/** Event groups of the trigger group `comment`. */
export const commentGroups: readonly EventGroup[] = ["commentAnnotation", "comment"];

/** Comment triggers that are on by default. */
export const standardCommentTriggers: readonly EventType[] = [
  "comment_annotation.add",
  "comment_annotation.assign",
  "comment_annotation.status_change",
  "comment_annotation.priority_change",
  "comment.add",
  "comment.update",
  "comment.delete",
  "comment.reaction_add",
  "comment.reaction_delete",
];

/** Comment triggers that are off until someone turns them on. */
export const optInTriggers: readonly EventType[] = [
  "comment_annotation.suggestion_accept",
  "comment_annotation.suggestion_reject",
];

/** All huddle triggers are on by default. */
export const huddleTriggers: readonly EventType[] = eventTypesOf(["huddle"]);
