/** The value of a form; a field that was left out is undefined. */
export type FormValue = Record<string, unknown>;
