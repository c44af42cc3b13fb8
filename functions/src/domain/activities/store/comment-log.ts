import { loadActivityConfig } from "#domain/configs/store/activity-config";
import { phraseOf } from "#domain/events/basic-body";
import type { Emit } from "#domain/events/store/change";
import type { NewEvent } from "#domain/events/store/outbox";
import { eventTypesOf } from "#domain/events/types";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { KeyCall, WriteCall } from "#src/call";
import type { Transaction } from "#store/port";
import { activityPath, toStoredActivity } from "./activities.ts";

/** Maximum number of events that are logged per call. */
const MAX_LOGGED = 200;

/** The fields of a comment event that identify the people and comments it concerns. */
interface CommentEventData {
  annotationId: string;
  actionUser?: EmbeddedUser;
  /** Omitted if everybody who may read the document sees the thread. */
  visibility?: object;
  commentId?: number;
  targetComment?: { commentId: number; from: EmbeddedUser };
  reaction?: { from: EmbeddedUser };
}

/** The user who acted. The name is missing if the call names the user by id alone. */
type Actor = Pick<EmbeddedUser, "userId" | "name">;

/** Whether a call logs an event. */
export type IsLogged = (event: { annotationId: string; commentId: number | undefined }) => boolean;

/** Logs comment events as activities, as the API key is configured (docs/behaviour.md#activities). */
export interface CommentLog {
  /**
   * Returns an `emit` that also writes a record of each logged event in the transaction.
   * @param isLogged default: all.
   */
  wrap(tx: Transaction, emit: Emit, isLogged?: IsLogged): Emit;
}

const nothing: CommentLog = { wrap: (_tx, emit) => emit };

/** The log of a call. It costs one read if the call asks for it and the API key has the activity service, else none. */
export async function commentLog(call: WriteCall, isAsked: boolean): Promise<CommentLog> {
  if (!isAsked || !call.apiKey.features.activityService) return nothing;
  const { triggers } = await loadActivityConfig(call.store, call);
  const types = new Set(
    eventTypesOf(["commentAnnotation", "comment"]).filter((type) => triggers?.comment?.[type] ?? !triggers),
  );
  return {
    wrap(tx, emit, isLogged = () => true) {
      let count = 0;
      return (event) => {
        emit(event);
        const data = event.data as unknown as CommentEventData;
        // Everybody who may read the document may read its activities, but not every thread.
        if (!types.has(event.type) || data.visibility || count >= MAX_LOGGED) return;
        const commentId = data.targetComment?.commentId ?? data.commentId;
        const actor = actorOf(call, data);
        if (!actor || !isLogged({ annotationId: data.annotationId, commentId })) return;
        count++;
        log(tx, call, emit, event, { actor, targetEntityId: data.annotationId, commentId });
      };
    },
  };
}

/** The user who acted. If a server changes a comment, its author counts as acting. */
function actorOf({ user }: KeyCall, { actionUser, targetComment, reaction }: CommentEventData): Actor | undefined {
  return actionUser ?? user ?? targetComment?.from ?? reaction?.from;
}

function log(
  tx: Transaction,
  call: KeyCall,
  emit: Emit,
  { type, organizationId = "", documentId = "" }: NewEvent,
  about: { actor: Actor; targetEntityId: string; commentId: number | undefined },
): void {
  const { targetEntityId, commentId } = about;
  const { userId, name = userId } = about.actor;
  const actionUser = { userId, name };
  const id = call.newId("act");
  const kind = { featureType: "comment" as const, actionType: type, targetEntityId };
  const record = {
    ...kind,
    actionUser,
    ...(commentId !== undefined && { targetSubEntityId: String(commentId) }),
    displayMessageTemplate: `{{actionUser.name}} ${phraseOf(type)}`,
    displayMessageTemplateData: { actionUser },
  };
  const storedActivity = toStoredActivity(record, { documentId, timestamp: call.now(), at: "The activity" });
  tx.create(activityPath(organizationPath(call, organizationId), id), storedActivity);
  emit({ type: "activity.add", organizationId, documentId, data: { activityId: id, ...kind, actionUser } });
}
