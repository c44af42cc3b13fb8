/** The reply of a call that writes items: what came of each. */
export interface ItemReply {
  data?: Record<string, { success: boolean; message: string }> | null | undefined;
}

/** @throws Error with the first reason why an item was refused: a call may succeed while an item of it fails. */
export function checkItems(reply: ItemReply | undefined): void {
  const refused = Object.values(reply?.data ?? {}).find(({ success }) => !success);
  if (refused) throw new Error(refused.message);
}
