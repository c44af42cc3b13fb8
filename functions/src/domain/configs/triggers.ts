import * as z from "zod";
import { type EventGroup, type EventType, eventTypesOf, isEventType } from "#domain/events/types";

/** Switches by event type (docs/behaviour.md#triggers). */
export type Triggers = Record<string, boolean>;

/** Switches for the event types of some groups; a key that is none of them is refused by its name. */
export function triggersOf(groups: readonly EventGroup[]): z.ZodType<Triggers, Triggers> {
  const known: readonly string[] = eventTypesOf(groups);
  return z.record(z.string(), z.boolean()).superRefine((triggers, context) => {
    for (const key of Object.keys(triggers)) {
      if (known.includes(key)) continue;
      const message = isEventType(key) ? "is an event type that can't be switched here." : "is not an event type.";
      context.addIssue({ code: "custom", path: [key], message });
    }
  });
}

/** All of them switched on, or off. */
export function switched(types: readonly EventType[], isOn: boolean): Triggers {
  return Object.fromEntries(types.map((type) => [type, isOn]));
}

/** Whether any trigger has ever been set, on or off: what is set is never seeded again. */
export function hasTriggers(triggers: Triggers | undefined): boolean {
  return Object.keys(triggers ?? {}).length > 0;
}
