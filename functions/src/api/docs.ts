import { files, type StaticFile } from "#http/page/declaration";

const html: StaticFile = {
  name: "docs/index.html",
  contentType: "text/html; charset=utf-8",
  // A page that frames this one could trick the user into clicks that send calls.
  headers: { "content-security-policy": "frame-ancestors 'none'" },
};
const script = "text/javascript; charset=utf-8";

export default files({
  path: "/docs",
  summary: "Read the interface's documentation and try its calls.",
  files: {
    "/docs": html,
    "/docs/": html,
    "/docs/index.html": html,
    "/docs/page.css": { name: "docs/page.css", contentType: "text/css; charset=utf-8" },
    "/docs/page.js": { name: "docs/page.js", contentType: script },
    "/docs/scalar.js": { name: "docs/scalar.js", contentType: script },
    "/docs/favicon.svg": { name: "docs/favicon.svg", contentType: "image/svg+xml" },
  },
});
