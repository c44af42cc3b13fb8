import type { ReplyBody } from "@atrium/functions/http/reply-body";
import type { Response } from "@atrium/functions/http/response";
import { escapeHtml } from "@atrium/functions/platform/text/template";
import type { FastifyRequest } from "fastify";

/** What a browser shows: why, and links to what there is, in the style of the page at `/`. */
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

/** As that of the page at `/`, without a script. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The response to a request for a path that is unknown: a page where a browser asks for one, else what it was. */
export function pageIfUnknown<B extends ReplyBody>(
  request: Pick<FastifyRequest, "method" | "headers">,
  response: Response<B>,
): Response<B | string> {
  if (response.status !== 404 || !["GET", "HEAD"].includes(request.method)) return response;
  // What the reply is depends on it, also for whoever gets JSON.
  const headers = { ...response.headers, vary: "accept" };
  if (!/\btext\/html\b/i.test(request.headers.accept ?? "")) return { ...response, headers };
  const own = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return {
    ...response,
    headers: { ...headers, ...own, "x-content-type-options": "nosniff" },
    body: html(response.error?.message ?? ""),
  };
}
