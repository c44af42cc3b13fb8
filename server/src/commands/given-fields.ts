/** The names of the fields of a command's input that have a value, for the audit log. */
export function givenFields(input: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(input).filter((name) => input[name] !== undefined);
}
