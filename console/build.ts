import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { consolePolicy } from "@atrium/functions/http/page/console-policy";
import { build, type Metafile } from "esbuild";
import type { OpenApi } from "../site/contract/openapi.ts";
import { contractOf } from "./contract.ts";

/** A file of the console before it is written. */
export interface ConsoleFile {
  /** The path it is served at. */
  path: string;
  /** Its path in the folder of the built site. */
  name: string;
  type: string;
  text: string;
  /** Set when the file names request headers, whose prefix is the operator's brand. */
  isBranded?: true;
  /** Reply headers in addition to those of every file. */
  headers?: Record<string, string>;
}

const assets = "/console/assets/";

/** Headers of the page itself. */
const pageHeaders = {
  "content-security-policy": consolePolicy,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
};

/**
 * Bundles the console: the page, and its assets under names that change with their content.
 * @param document the API contract, from which the console builds its forms.
 */
export async function consoleFiles(document: OpenApi): Promise<ConsoleFile[]> {
  const { bundle, beside } = await bundled();
  const contract = asset("contract.json", "application/json", JSON.stringify(contractOf(document)));
  const icon = asset(
    "icon.svg",
    "image/svg+xml",
    readFileSync(join(import.meta.dirname, "../site/page/icon.svg"), "utf8"),
  );
  const links: Record<string, string> = {
    "main.js": pathOf(bundle, /^main-.*\.js$/),
    "style.css": pathOf(bundle, /^style-.*\.css$/),
    "icon.svg": icon.path,
    "contract.json": contract.path,
  };
  // The browser requests these together with the first script instead of after parsing it.
  const preloads = beside.map((path) => `    <link rel="modulepreload" href="${path}">\n`).join("");
  let text = readFileSync(join(import.meta.dirname, "src", "index.html"), "utf8").replace(
    "  </head>",
    `${preloads}  </head>`,
  );
  for (const [name, path] of Object.entries(links)) text = text.replace(`"${name}"`, `"${path}"`);
  const page: ConsoleFile = {
    ...{ path: "/console", name: "console/index.html", type: "text/html", text },
    ...{ isBranded: true, headers: pageHeaders },
  };
  return [...bundle, contract, icon, page];
}

/**
 * Bundles the scripts and the style sheet. Each page is a script of its own, loaded when the page is first opened.
 * @returns the files in `bundle`, and in `beside` the addresses of the scripts that the first one imports.
 */
async function bundled(): Promise<{ bundle: ConsoleFile[]; beside: string[] }> {
  const folder = join(import.meta.dirname, "src");
  const { outputFiles, metafile } = await build({
    entryPoints: { main: join(folder, "main.tsx"), style: join(folder, "style", "main.css") },
    outdir: join(folder, "built"),
    entryNames: "[name]-[hash]",
    chunkNames: "page-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  const bundle = outputFiles.map(({ path, text }) => {
    const name = basename(path);
    return {
      path: assets + name,
      name: `console/assets/${name}`,
      type: name.endsWith(".css") ? "text/css" : "text/javascript",
      text,
    };
  });
  return { bundle, beside: importedByMain(metafile.outputs) };
}

/** The addresses of the scripts that the first one imports statically, directly or through others. */
function importedByMain(outputs: Metafile["outputs"]): string[] {
  const [main] = Object.keys(outputs).filter((path) => basename(path).startsWith("main-"));
  const imported = new Set(main === undefined ? [] : [main]);
  for (const one of imported)
    for (const { path, kind } of outputs[one]?.imports ?? []) if (kind === "import-statement") imported.add(path);
  return [...imported].slice(1).map((path) => assets + basename(path));
}

function asset(name: string, type: string, text: string): ConsoleFile {
  const dot = name.lastIndexOf(".");
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 10);
  const path = `${assets}${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
  return { path, name: path.slice(1), type, text };
}

function pathOf(files: readonly ConsoleFile[], name: RegExp): string {
  const file = files.find(({ path }) => name.test(basename(path)));
  if (!file) throw new Error(`The bundle of the console has no file ${name}.`);
  return file.path;
}
