import type { CallEndpoint } from "#http/endpoint";
import { type Slot, slotsAt } from "#http/request/input-paths";
import { exampleOf } from "./example-world.ts";
import type { World } from "./world.ts";

/** Fields of an example that name the acting user. */
export function actors(
  { user }: CallEndpoint,
  data: unknown,
): { slot: Slot; isAuthor: boolean; isOptional: boolean }[] {
  const at = (isAuthor: boolean) => (path: string) =>
    slotsAt(data, path).map((slot) => ({ slot, isAuthor, isOptional: path.endsWith("?") }));
  return [...(user?.self ?? []).flatMap(at(false)), ...(user?.author ?? []).flatMap(at(true))].filter(
    ({ slot }) => slot.value !== undefined,
  );
}

/** The example without fields that only calls with an API key may set. */
export function exampleForUsers(endpoint: CallEndpoint, w: World): Record<string, unknown> {
  const data = exampleOf(endpoint, w.tenant);
  for (const path of endpoint.user?.administrative ?? []) for (const slot of slotsAt(data, path)) slot.set(undefined);
  return data as Record<string, unknown>;
}

/** The acting user of the example. */
export function actorOf(endpoint: CallEndpoint, w: World): string {
  const [first] = actors(endpoint, exampleOf(endpoint, w.tenant));
  if (!first) return "ada";
  return first.isAuthor ? (first.slot.value as { userId: string }).userId : String(first.slot.value);
}
