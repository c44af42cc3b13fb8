/** Maximum length of a client id in UTF-8 bytes. Encoding triples it at worst, which stays within Firestore's 1,500. */
export const MAX_ID_BYTES = 500;

/** Maximum number of items in one call: users, folders, documents, permissions. */
export const MAX_ITEMS = 500;

/** Maximum number of values in one `in` filter; the limit is Firestore's. */
export const MAX_IN = 30;
