import type { Agent } from "./comment.ts";
import type { LocationId, ThreadLocation } from "./comment-annotation.ts";
import { mentionedIn, type Thread } from "./thread.ts";

/** Selects threads: every condition that is set must hold. Times are in ms; bounds are exclusive. */
export interface ThreadFilter {
  /** Ids of locations, or names of locations without an id. A number equals the text of its digits. */
  locationIds?: readonly LocationId[] | undefined;
  annotationIds?: readonly string[] | undefined;
  /** Authors of the thread. */
  userIds?: readonly string[] | undefined;
  mentionedUserIds?: readonly string[] | undefined;
  resolvedBy?: string | undefined;
  statusIds?: readonly string[] | undefined;
  updatedAfter?: number | undefined;
  updatedBefore?: number | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  agentId?: string | undefined;
  executionId?: string | undefined;
  agentType?: string | undefined;
  agentSource?: string | undefined;
  agentUrls?: readonly string[] | undefined;
  /** Suggestions of an agent. */
  agentSuggestions?: boolean | undefined;
  /** Threads of an agent that are not suggestions. */
  agentComments?: boolean | undefined;
}

/** Whether a thread meets all conditions of the filter. */
export function passesFilter(thread: Thread, filter: ThreadFilter): boolean {
  const { locationIds, annotationIds, userIds, mentionedUserIds, resolvedBy, statusIds } = filter;
  const among = <T>(list: readonly T[] | undefined, value: T) => !list || list.includes(value);
  return (
    among(annotationIds, thread.annotationId) &&
    (!locationIds || (thread.location !== undefined && isAt(thread.location, locationIds))) &&
    among(userIds, thread.from.userId) &&
    among(statusIds, thread.status.id) &&
    (!mentionedUserIds || mentions(thread, mentionedUserIds)) &&
    (resolvedBy === undefined || thread.resolvedByUserId === resolvedBy) &&
    isBetween(thread.lastUpdated, filter.updatedAfter, filter.updatedBefore) &&
    isBetween(thread.createdAt, filter.createdAfter, filter.createdBefore) &&
    passesAgents(thread, filter)
  );
}

/** What identifies a location: its id, or its name if it has no id. */
export function locationName({ id, locationName: name }: ThreadLocation): LocationId {
  return id ?? String(name);
}

function isAt(location: ThreadLocation, locationIds: readonly LocationId[]): boolean {
  return locationIds.map(String).includes(String(locationName(location)));
}

function mentions({ comments }: Thread, userIds: readonly string[]): boolean {
  return comments.some((comment) => mentionedIn(comment).some((userId) => userIds.includes(userId)));
}

function isBetween(at: number, after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY): boolean {
  return after < at && at < before;
}

function passesAgents({ type, comments }: Thread, filter: ThreadFilter): boolean {
  const { agentId, executionId, agentType, agentSource, agentUrls, agentSuggestions, agentComments } = filter;
  const agents = comments.flatMap(({ agent }): Agent[] => (agent ? [agent] : []));
  const some = (condition: unknown, holds: (agent: Agent) => boolean) => condition === undefined || agents.some(holds);
  return (
    some(agentId, (agent) => agent.agentId === agentId) &&
    some(executionId, (agent) => agent.executionId === executionId) &&
    some(agentType, (agent) => agent.agentType === agentType) &&
    some(agentSource, (agent) => agent.agentSource === agentSource) &&
    some(agentUrls, (agent) => agent.url !== undefined && (agentUrls ?? []).includes(agent.url)) &&
    (!agentSuggestions || (agents.length > 0 && type === "suggestion")) &&
    (!agentComments || (agents.length > 0 && type === "comment"))
  );
}
