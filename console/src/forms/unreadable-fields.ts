import { createContext } from "react";

/** Takes note of a field of the form around whose text has no value yet, such as half a JSON. */
export const UnreadableFields = createContext<(id: string, isUnreadable: boolean) => void>(() => undefined);
