/** A name with the id that tells it from others of the same name. */
export function nameWithId(name: string | undefined, id: string): string {
  return name && name !== id ? `${name} (${id})` : id;
}
