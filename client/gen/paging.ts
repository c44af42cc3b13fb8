import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import * as z from "zod";

/** Whether an endpoint returns its results in pages, which means that it accepts a `pageToken`. */
export function isPaged({ input }: Pick<CallEndpoint, "input">): boolean {
  const shape = input instanceof z.ZodPipe ? input.in : input;
  return shape instanceof z.ZodObject && "pageToken" in shape.shape;
}

/** Whether its pages hold items of one kind, as a list or as lists by group. */
export function isList(endpoint: Pick<CallEndpoint, "input" | "output">): boolean {
  const { output } = endpoint;
  const forms: readonly z.core.$ZodType[] = output instanceof z.ZodUnion ? output.options : [output];
  return isPaged(endpoint) && forms.every((form) => form instanceof z.ZodArray || form instanceof z.ZodRecord);
}
