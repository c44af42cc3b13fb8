import { type EventType, eventTypeNames, isEventType } from "@atrium/functions/domain/events/types";
import { nearest } from "@atrium/functions/http/hints/nearest";
import { InvalidArgumentError } from "commander";

/** Reads the name of an event type. @throws InvalidArgumentError that suggests a name, or says where they are listed. */
export function eventType(name: string): EventType {
  if (isEventType(name)) return name;
  const suggestion = nearest(name, eventTypeNames);
  throw new InvalidArgumentError(
    `There is no event ${name}. ${suggestion ? `Did you mean ${suggestion}?` : "`npx atrium trigger` lists them."}`,
  );
}
