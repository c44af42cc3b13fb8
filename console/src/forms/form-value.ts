/** The value of a form: what was left out is undefined. */
export type FormValue = Record<string, unknown>;
