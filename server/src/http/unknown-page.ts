import type { ReplyBody } from "@atrium/functions/http/reply-body";
import type { Response } from "@atrium/functions/http/response";
import { escapeHtml } from "@atrium/functions/platform/text/template";
import type { FastifyRequest } from "fastify";

/** The page for browsers: the reason, and links to the existing pages, in the style of the page at `/`. */
const html = (reason: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Not found · Atrium</title>
    <link rel="icon" type="image/svg+xml" href="/docs/home.svg">
    <link rel="stylesheet" href="/docs/home.css">
  </head>
  <body>
    <header>
      <img src="/docs/home.svg" alt="" width="40" height="40">
      <div>
        <h1>Not found</h1>
        <p>${escapeHtml(reason)}</p>
      </div>
    </header>
    <main>
      <nav aria-label="Pages of this server">
        <a href="/"><strong>Start</strong> What this server has</a>
        <a href="/docs"><strong>Documentation</strong> Guides, every endpoint and event</a>
        <a href="/console"><strong>Console</strong> Browse the data of a workspace</a>
      </nav>
    </main>
  </body>
</html>
`;

/** The same as for the page at `/`, but without scripts. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The response for an unknown path: a page if a browser asks for one, otherwise the response itself. */
export function pageIfUnknown<B extends ReplyBody>(
  request: Pick<FastifyRequest, "method" | "headers">,
  response: Response<B>,
): Response<B | string> {
  if (response.status !== 404 || !["GET", "HEAD"].includes(request.method)) return response;
  // The reply depends on this header, even for clients that get JSON.
  const headers = { ...response.headers, vary: "accept" };
  if (!/\btext\/html\b/i.test(request.headers.accept ?? "")) return { ...response, headers };
  const own = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return {
    ...response,
    headers: { ...headers, ...own, "x-content-type-options": "nosniff" },
    body: html(response.error?.message ?? ""),
  };
}
