// Writes the documentation page as static files.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fastify from "fastify";

const root = join(import.meta.dirname, "..");

/**
 * Writes the page to `docs/` of a folder, and `openapi.json` beside it, ready to be served at `/docs` and `/openapi.json`.
 * @param folder made when it is missing.
 */
export async function writeDocs(folder: string): Promise<void> {
  const docs = join(folder, "docs");
  mkdirSync(docs, { recursive: true });
  for (const name of ["index.html", "page.css", "page.js", "examples.js", "favicon.svg"])
    copyFileSync(join(root, "server", "docs", name), join(docs, name));
  copyFileSync(join(root, "openapi.json"), join(folder, "openapi.json"));
  writeFileSync(join(docs, "scalar.js"), await reader());
}

/** The script that shows an OpenAPI document, with its licence: the package holds it as text for its own route only. */
async function reader(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  await app.register(scalar, { routePrefix: "/docs", configuration: { content: {} } });
  const { statusCode, body } = await app.inject({ url: "/docs/js/scalar.js" });
  await app.close();
  if (statusCode !== 200) throw new Error(`@scalar/fastify-api-reference answered ${statusCode} for its script.`);
  const licence = join(
    dirname(dirname(fileURLToPath(import.meta.resolve("@scalar/fastify-api-reference")))),
    "LICENSE",
  );
  return `/*! @scalar/api-reference\n${readFileSync(licence, "utf8").trim()}\n*/\n${body}`;
}
