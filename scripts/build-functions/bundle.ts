import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "./root.ts";

/**
 * Packages that stay out of the bundle. firebase-functions and firebase-admin are bundled all the same: the Firebase tools
 * also need them as packages. The others are loaded on first use, which for most functions is never.
 */
export const externals = ["@google-cloud/tasks", "nodemailer", "piscina", "saxes", "undici", "yjs"] as const;

/** Options of `bundle`. */
export interface BundleOptions {
  /** Expressions that the build replaces, with their values as source. */
  constants?: Record<string, string>;
  /** Whether generated message classes are bundled although Atrium needs none of them. Default: no. */
  keepsMessageClasses?: boolean;
}

/** Bundles a module with all its imports into one file in CommonJS, which loads fastest. */
export async function bundle(
  entry: { file: string } | { source: string; resolveDir: string },
  outfile: string,
  { constants = {}, keepsMessageClasses = false }: BundleOptions = {},
): Promise<void> {
  await build({
    absWorkingDir: root,
    ...("file" in entry
      ? { entryPoints: [entry.file] }
      : { stdin: { contents: entry.source, resolveDir: entry.resolveDir, loader: "ts" } }),
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    // Prefer ES modules, because some packages ship a UMD form that no bundler can follow.
    mainFields: ["module", "main"],
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename", ...constants },
    external: [...externals],
    plugins: [oneGax, oneLimiter, ...(keepsMessageClasses ? [] : [noMessageClasses])],
    // A fifth less to parse. Names are kept for stack traces, and shorter ones even made it slower.
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

/** The client and its protocol each include the same google-gax, a megabyte that would be parsed and run twice. */
const oneGax: Plugin = {
  name: "one google-gax",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^google-gax(\/|$)/ }, ({ path, kind, pluginData }) => {
      if (pluginData === oneGax) return undefined;
      const resolveDir = join(root, "node_modules", "@google-cloud", "firestore");
      return resolve(path, { kind, resolveDir, pluginData: oneGax });
    });
  },
};

/**
 * A third of the bundle would be message classes that nobody calls, parsed at each cold start: the client takes its messages
 * from a JSON file, and these classes for pipelines and bundles of documents alone, which Atrium does not use.
 */
const noMessageClasses: Plugin = {
  name: "no message classes",
  setup({ onLoad }) {
    const remedy = "the bundle leaves message classes out: see scripts/build-functions/bundle.ts";
    const contents = `
      const Value = { fromObject() { throw new Error(${JSON.stringify(remedy)}); } };
      module.exports = { google: { firestore: { v1: { Value } } } };`;
    onLoad({ filter: /firestore-api\/build\/protos\/protos\.js$/ }, () => ({ contents }));
    onLoad({ filter: /google-gax\/build\/protos\/(iam_service|locations)\.js$/ }, () => ({ contents: "" }));
  },
};

/** The package has limiters for many databases, and ours is the one in memory. */
const oneLimiter: Plugin = {
  name: "one rate limiter",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^rate-limiter-flexible$/ }, ({ path }) => ({ path, namespace: "one-limiter" }));
    onLoad({ filter: /.*/, namespace: "one-limiter" }, ({ path }) => ({
      contents: ["RateLimiterMemory", "RateLimiterRes"]
        .map((name) => `export { default as ${name} } from "${path}/lib/${name}.js";`)
        .join("\n"),
      resolveDir: join(root, "functions"),
    }));
  },
};
