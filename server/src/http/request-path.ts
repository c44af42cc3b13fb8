/** The path of a request, without its query. */
export function pathOf({ url }: { url: string }): string {
  return url.split("?", 1)[0] ?? "";
}

/** The paths of a page: people type `/demo/` as well as `/demo`. */
export function withTrailingSlash(path: string): string[] {
  return /[/*]$/.test(path) ? [path] : [path, `${path}/`];
}

/**
 * A request's target without the scheme and host that some proxies include: servers accept both forms (RFC 9112, 3.2.2).
 */
export function originForm({ url = "/" }: { url?: string | undefined }): string {
  if (url.startsWith("/")) return url;
  const [, target] = /^https?:\/\/[^/?]*(.*)$/i.exec(url) ?? [];
  if (target === undefined) return url;
  return target.startsWith("/") ? target : `/${target}`;
}
