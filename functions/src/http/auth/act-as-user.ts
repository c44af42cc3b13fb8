import { accessRefusal } from "#domain/access/explanation";
import { decide } from "#domain/access/store/user-decisions";
import { type Slot, slotsAt } from "#http/request/input-paths";
import { pathText } from "#http/request/validation";
import { ApiError } from "#platform/error";
import type { CallingUser, UserCall } from "#src/call";
import type { UserRule } from "./user-rule.ts";

// biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own input, which the kernel does not know.
type Rule = UserRule<any>;

/**
 * Sets the fields that name the acting user, and removes times that only the service may set.
 * @param data of the request, not yet validated; it is modified.
 */
export function fillIn(rule: Rule, data: unknown, user: CallingUser): void {
  const { userId, name, email } = user;
  for (const path of rule.self ?? [])
    for (const slot of slotsAt(data, path, { make: true })) if (slot.value === undefined) slot.set(userId);
  for (const path of rule.author ?? [])
    for (const slot of slotsAt(data, path, { make: true }))
      if (slot.value === undefined || namesUser(slot.value, userId, { orNobody: true }))
        slot.set({ ...(slot.value as object | undefined), userId, name, email });
  for (const path of rule.times ?? [])
    for (const slot of slotsAt(data, path)) if (slot.value !== undefined) slot.set(undefined);
}

/**
 * Enforces the rule for a call of a user. @param input the parsed input.
 * @throws ApiError PERMISSION_DENIED, NOT_FOUND for a place that does not exist, ABORTED while folders are moved.
 */
export async function enforce(call: UserCall, rule: Rule, input: unknown): Promise<void> {
  const { userId } = call.user;
  for (const path of rule.self ?? [])
    for (const slot of slotsToCheck(path, slotsAt(input, path)))
      if (slot.value !== userId) throw denied(slot, "must be the user of the token.");
  for (const path of rule.author ?? [])
    for (const slot of slotsToCheck(path, slotsAt(input, path)))
      if (!namesUser(slot.value, userId)) throw denied(slot, "must be the user of the token.");
  for (const path of rule.administrative ?? [])
    for (const slot of slotsAt(input, path))
      if (slot.value !== undefined) throw denied(slot, "is for calls with an API key only.");
  const action = rule.isRead?.(input) ? "read" : rule.action;
  await enforceAccess(call, { ...rule, action }, [rule.on(input)].flat());
}

/**
 * Requires that the user of a call may perform the rule's action at these places.
 * @throws ApiError PERMISSION_DENIED, NOT_FOUND for a place that does not exist, ABORTED while folders are moved.
 */
export async function enforceAccess(
  call: UserCall,
  { action, handlerFilters }: Rule,
  places: Parameters<typeof decide>[1][number]["place"][],
): Promise<void> {
  const decisions = await decide(
    call,
    places.map((place) => ({ place, action })),
  );
  for (const decision of decisions) {
    const isLeftToHandler = handlerFilters && decision.resource.type === "organization";
    const isShut = decision.rule.kind === "missing" || decision.rule.kind === "disabled";
    if (!decision.allowed && (isShut || !isLeftToHandler)) throw accessRefusal(decision);
  }
}

/** The slots to check: those of an optional field only if they are present. */
function slotsToCheck(path: string, slots: Slot[]): Slot[] {
  if (path.endsWith("?")) return slots.filter(({ value }) => value !== undefined && value !== null);
  // Without a user id the handler would treat the call as one about all users.
  if (slots.some(({ value }) => value === undefined)) throw new Error(`the input has no field ${path}`);
  return slots;
}

function namesUser(value: unknown, userId: string, { orNobody = false } = {}): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const namedId = (value as { userId?: unknown }).userId;
  return namedId === userId || (orNobody && namedId === undefined);
}

function denied({ path }: Slot, what: string): ApiError {
  return new ApiError("PERMISSION_DENIED", `${pathText(path)} ${what}`);
}
