import type { ItemResults, Reply } from "@atrium/client";

/** @throws Error with the first reason why an item was refused: a call may succeed while an item of it fails. */
export function checkItems(reply: Reply<ItemResults | null | undefined>): void {
  const refused = Object.values(reply.data ?? {}).find(({ success }) => !success);
  if (refused) throw new Error(refused.message);
}
