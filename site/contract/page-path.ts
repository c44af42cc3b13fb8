/** Path of the page about an endpoint, without dots: hosting treats the part after a dot as a file extension. */
export function pagePath(path: string): string {
  return `/docs${path.replace("/.", "/").replace(/\.json$/, "")}`;
}
