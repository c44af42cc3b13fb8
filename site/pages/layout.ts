import { type Html, html } from "./html.ts";
import { navigation, type Site } from "./navigation.ts";

/** The content security policy of every page: only files from the same origin, and no inline styles or scripts. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The content of one page within the common layout. */
export interface Page {
  path: string;
  title: string;
  description: string;
  /** The text. */
  body: Html;
  /** Shown beside the text on wide screens. */
  aside?: Html;
  /** How text and aside share the width: a guide is mostly text, a call needs both. */
  kind?: "guide" | "wide";
}

/** A whole page. */
export function layout(site: Site, { path, title, description, body, aside, kind }: Page): string {
  const { script, style, icon, search } = site.assets;
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${style}">
<script src="${script}" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button id="menu" type="button" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="brand" href="/docs"><img src="${icon}" alt="" width="24" height="24">Atrium</a>
<search><label class="hidden" for="search">Search guides, endpoints and events</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" data-index="${search}"><ol id="results" hidden></ol></search>
<a class="contract" href="/openapi.json">openapi.json</a>
</header>
<p id="link-notice" role="alert" hidden></p>
<nav id="navigation" aria-label="Documentation">${navigation(site, path)}</nav>
<main id="content"${kind && html` class="${kind}"`}><article>${body}</article>${aside && html`<aside>${aside}</aside>`}</main>
</body>
</html>
`.text
  }`;
}
