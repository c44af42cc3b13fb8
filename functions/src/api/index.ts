import * as z from "zod";
import { jsonResponse, page } from "#http/page/declaration";
import { homeHtml } from "#http/page/home-html";
import { header } from "#http/request/request";

const Home = z.object({
  name: z.literal("Atrium"),
  version: z.string().describe("Version of the server."),
  store: z.enum(["sqlite", "firestore"]).describe("Where the server stores its data."),
  links: z.record(z.string(), z.string()).describe("Paths that need no authentication."),
});

const links = {
  console: "/console",
  documentation: "/docs",
  openapi: "/openapi.json",
  health: "/health",
  keys: "/.well-known/jwks.json",
};

export default page({
  path: "/",
  summary: "Describe this server: as a page for browsers or as JSON for programs, depending on the `Accept` header.",
  json: { output: Home, example: { name: "Atrium", version: "0.1.0", store: "sqlite", links } },
  isAlwaysAnswered: true,
  instance: { name: "home", withoutSecrets: true },
  answer({ request, host }) {
    const headers = { vary: "accept", "cache-control": "no-store" };
    if (!/\btext\/html\b/i.test(header(request, "accept") ?? ""))
      return jsonResponse({ name: "Atrium", version: host.version, store: host.store, links }, headers);
    return {
      status: 200,
      headers: {
        ...headers,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cross-origin-opener-policy": "same-origin",
      },
      body: homeHtml(host),
    };
  },
});

/** The page sends requests to its own server only, and no page may show it in a frame. */
const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");
