/** A path, quoted for the shell if necessary. */
export function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
}
