/** Longest client id in UTF-8 bytes: encoded at worst three bytes for one, it stays within Firestore's 1,500. */
export const MAX_ID_BYTES = 500;

/** Most items of one call: users, folders, documents, permissions. */
export const MAX_ITEMS = 500;

/** Most values of one `in` filter, as Firestore has it. */
export const MAX_IN = 30;
