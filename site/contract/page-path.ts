/** Path of the page about an endpoint. Hosting takes what follows a dot for the type of a file, so there is none. */
export function pagePath(path: string): string {
  return `/docs${path.replace("/.", "/").replace(/\.json$/, "")}`;
}
