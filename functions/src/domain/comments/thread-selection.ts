import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";
import { atMostOne } from "#platform/shapes/field-rules";
import { Id, Ids, idsOf } from "#platform/shapes/fields";
import { list } from "#platform/shapes/list";
import { Moment } from "./comment.ts";
import { AnnotationId, LocationId } from "./comment-annotation.ts";

/** Filters by id of v1 and v2. Page tokens depend on the order of these fields. */
export const threadIds = {
  locationIds: z.array(LocationId).min(1).max(30).optional(),
  annotationIds: idsOf(AnnotationId).optional(),
  /** Authors of the threads. */
  userIds: Ids.optional(),
};

/** Filters by the agent that wrote a thread's comments: a request may use at most one of them. */
const agentFilters = {
  agentId: Id.optional(),
  executionId: Id.optional(),
  agentType: z.string().min(1).check(maxCharacters(1000)).optional(),
  agentSource: z.string().min(1).check(maxCharacters(1000)).optional(),
  /** Suggestions of agents. */
  agentSuggestions: z.boolean().optional(),
  /** Threads of agents that are not suggestions. */
  agentComments: z.boolean().optional(),
};

/** Other filters for reading threads. Times are in ms; bounds are exclusive. */
export const threadFilters = {
  mentionedUserIds: Ids.optional(),
  resolvedBy: Id.optional(),
  statusIds: Ids.optional(),
  updatedAfter: Moment.optional(),
  updatedBefore: Moment.optional(),
  createdAfter: Moment.optional(),
  createdBefore: Moment.optional(),
  ...agentFilters,
};

/** At most one filter by agent. */
export const oneAgentFilter = atMostOne(Object.keys(agentFilters), {
  at: "agentId",
  message: `must be the only one of ${Object.keys(agentFilters).join(", ")}.`,
});

/**
 * Selects threads of a document to change or delete: those that meet all conditions; without conditions, all threads.
 */
export const threadsToChange = {
  annotationIds: list(AnnotationId, { unique: String, max: 500 }).optional(),
  locationIds: z.array(LocationId).min(1).max(500).optional(),
  /** Authors of the threads. */
  userIds: z.array(Id).min(1).max(500).optional(),
};

/** Selects threads of agents to delete. */
export const agentsToDelete = {
  agentId: agentFilters.agentId,
  agentSuggestions: agentFilters.agentSuggestions,
  agentUrls: z
    .array(z.string().min(1).check(maxCharacters(2000)))
    .min(1)
    .max(30)
    .optional(),
};
