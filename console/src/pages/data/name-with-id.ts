/** A name followed by its id, which distinguishes it from others of the same name. */
export function nameWithId(name: string | undefined, id: string): string {
  return name && name !== id ? `${name} (${id})` : id;
}
