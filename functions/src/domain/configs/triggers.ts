import * as z from "zod";
import { type EventGroup, type EventType, eventTypesOf, isEventType } from "#domain/events/types";
import { contractNote } from "#platform/shapes/contract-check";
import type { KnownNames } from "#platform/shapes/known-names";

/** Whether each event type is on (docs/behaviour.md#triggers). */
export type Triggers = Record<string, boolean>;

/** Schema of triggers for the event types of some groups. It refuses any other key with an issue that names the key. */
export function triggersOf(groups: readonly EventGroup[]): z.ZodType<Triggers, Triggers> {
  const names: readonly string[] = eventTypesOf(groups);
  return z
    .record(z.string(), z.boolean())
    .check(contractNote({ propertyNames: { enum: names } }))
    .superRefine((triggers, context) => {
      for (const key of Object.keys(triggers)) {
        if (names.includes(key)) continue;
        const knownNames: KnownNames & Record<string, unknown> = { names };
        const issue = isEventType(key)
          ? { message: "is an event type that can't be switched here." }
          : { message: "is not an event type.", params: knownNames };
        context.addIssue({ code: "custom", path: [key], input: key, ...issue });
      }
    });
}

/** Triggers that are all on, or all off. */
export function triggersSetTo(types: readonly EventType[], isOn: boolean): Triggers {
  return Object.fromEntries(types.map((type) => [type, isOn]));
}

/** Whether any trigger has ever been set, on or off; defaults are then not applied again. */
export function hasTriggers(triggers: Triggers | undefined): boolean {
  return Object.keys(triggers ?? {}).length > 0;
}
