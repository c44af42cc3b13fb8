// Writes the documentation and the console as static files.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SiteFile, SiteIndex } from "@atrium/functions/http/page/declaration";
import { withHeaderBrand } from "@atrium/functions/http/page/header-brand";
import { build } from "esbuild";
import { consoleFiles } from "../console/build.ts";
import type { OpenApi } from "./contract/openapi.ts";
import { areasOf } from "./contract/operations.ts";
import { readGuides, readOperatorGuides } from "./guides.ts";
import { guidePage } from "./pages/guide-page.ts";
import { homePage } from "./pages/home-page.ts";
import { layout } from "./pages/layout.ts";
import type { Site } from "./pages/navigation.ts";
import { operationPage } from "./pages/operation-page.ts";
import { searchEntries } from "./search-entries.ts";

const root = join(import.meta.dirname, "..");

/** A file of the site before it is written. */
interface Content {
  /** The path it is served at. */
  path: string;
  /** Its path in the folder. */
  name: string;
  type: string;
  text: string;
  isBranded?: true;
  /** Reply headers in addition to those of every file. */
  headers?: Record<string, string>;
}

/**
 * Writes the pages below `docs/` and `console/` of a folder, and `openapi.json` beside them. Creates the folder.
 * @param brand in the names of headers.
 * @returns how to serve each file, for hosts that don't know it by themselves.
 */
export async function writeSite(folder: string, brand = "service"): Promise<SiteIndex> {
  const contents = await siteContents();
  for (const { name, text, isBranded } of contents)
    write(join(folder, name), isBranded ? withHeaderBrand(text, brand) : text);
  return { files: Object.fromEntries(contents.map((content) => [content.path, describe(content)])) };
}

/**
 * Writes the site for the server: it adds `index.json`, which says how to serve each file, and the server's own page.
 */
export async function writeServedSite(folder: string): Promise<void> {
  const { files } = await writeSite(folder);
  const demo = await demoContents();
  for (const { name, text } of demo) write(join(folder, name), text);
  const described = Object.fromEntries(demo.map((content) => [content.path, describe(content)]));
  write(join(folder, "index.json"), JSON.stringify({ files: { ...files, ...described } } satisfies SiteIndex));
}

/** The page at `/demo`, whose source is `examples/shared-editor`. */
async function demoContents(): Promise<Content[]> {
  const folder = join(root, "examples", "shared-editor");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const files = {
    "page.ts": asset("demo.js", "text/javascript", await bundled(join(folder, "page.ts"))),
    "page.css": asset("demo.css", "text/css", read("page.css")),
    "icon.svg": asset("icon.svg", "image/svg+xml", source("icon.svg")),
  };
  let text = read("index.html");
  for (const [name, { path }] of Object.entries(files)) text = text.replace(`"${name}"`, `"${path}"`);
  return [...Object.values(files), { path: "/demo", name: "demo.html", type: "text/html", text }];
}

/** Every file of the site. */
async function siteContents(): Promise<Content[]> {
  const contract = readFileSync(join(root, "openapi.json"), "utf8");
  const document: OpenApi = JSON.parse(contract);
  const areas = areasOf(document);
  const operations = areas.flatMap((area) => area.operations);
  const links = new Map(operations.map(({ event, call, page }) => [event ?? call.path, page]));
  const guides = readGuides();
  const operatorGuides = readOperatorGuides();
  const assets = {
    script: asset("page.js", "text/javascript", await bundled(pageFile("main.ts"))),
    style: asset("page.css", "text/css", source("page.css")),
    icon: asset("icon.svg", "image/svg+xml", source("icon.svg")),
    search: asset(
      "search.json",
      "application/json",
      JSON.stringify(searchEntries(areas, [...guides, ...operatorGuides])),
    ),
  };
  const { script, style, icon, search } = assets;
  const site: Site = {
    areas,
    guides,
    operatorGuides,
    assets: { script: script.path, style: style.path, icon: icon.path, search: search.path },
  };
  const pages = [
    homePage(document, site),
    ...[...guides, ...operatorGuides].map((guide) => guidePage(guide, links)),
    ...operations.map((operation) => operationPage(document, operation, links)),
  ];
  return [
    ...Object.values(assets),
    // The pages at `/` and `/mail` come from functions, which do not know the hashes of files.
    { path: "/docs/home.js", name: "docs/home.js", type: "text/javascript", text: await bundled(pageFile("home.ts")) },
    { path: "/docs/home.css", name: "docs/home.css", type: "text/css", text: source("home.css") },
    { path: "/docs/mail.js", name: "docs/mail.js", type: "text/javascript", text: await bundled(pageFile("mail.ts")) },
    { path: "/docs/mail.css", name: "docs/mail.css", type: "text/css", text: source("mail.css") },
    { path: "/docs/home.svg", name: "docs/home.svg", type: "image/svg+xml", text: source("icon.svg") },
    // Browsers request it for content that names no icon, such as JSON, and accept any image type.
    { path: "/favicon.ico", name: "favicon.ico", type: "image/svg+xml", text: source("icon.svg") },
    ...pages.map((page): Content => {
      const name = page.path === "/docs" ? "docs/index.html" : `${page.path.slice(1)}.html`;
      return { path: page.path, name, type: "text/html", text: layout(site, page), isBranded: true };
    }),
    ...(await consoleFiles(document)),
    { path: "/openapi.json", name: "openapi.json", type: "application/json", text: contract, isBranded: true },
  ];
}

/** A file whose name changes with its content, so that browsers may cache it forever. */
function asset(name: string, type: string, text: string): Content {
  const dot = name.lastIndexOf(".");
  const path = `/docs/assets/${name.slice(0, dot)}-${hashOf(text).slice(0, 10)}${name.slice(dot)}`;
  return { path, name: path.slice(1), type, text };
}

/** A file that pages load unchanged. */
function source(name: string): string {
  return readFileSync(pageFile(name), "utf8");
}

function pageFile(name: string): string {
  return join(import.meta.dirname, "page", name);
}

/** The bundled script of a page. @param entry its first file. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The entry of a file in the index. */
function describe({ path, name, type, text, isBranded, headers }: Content): SiteFile {
  const isAsset = /^\/(docs|console)\/assets\//.test(path);
  return {
    name,
    headers: {
      "content-type": `${type}${type.startsWith("image/") ? "" : "; charset=utf-8"}`,
      "cache-control": isAsset ? "public, max-age=31536000, immutable" : "no-cache",
      etag: `"${hashOf(text).slice(0, 22)}"`,
      // A page that frames this one could trick the user into clicks that make calls.
      ...(type === "text/html" && {
        "content-security-policy": "frame-ancestors 'none'",
        // A page that has opened this one could make it redeem codes, as often as the rate limit allows.
        "cross-origin-opener-policy": "same-origin",
      }),
      ...headers,
    },
    ...(isBranded && { isBranded }),
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
