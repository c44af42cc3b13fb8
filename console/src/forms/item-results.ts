/** The reply of a call that writes items, with the result of each. */
export interface ItemReply {
  data?: Record<string, { success: boolean; message: string }> | null | undefined;
}

/** @throws Error with the message of the first refused item: a call may succeed although one of its items failed. */
export function checkItems(reply: ItemReply | undefined): void {
  const refused = Object.values(reply?.data ?? {}).find(({ success }) => !success);
  if (refused) throw new Error(refused.message);
}
