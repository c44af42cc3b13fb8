import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "./root.ts";

/**
 * Packages that stay out of the bundle: they are loaded on first use, which for most functions is never.
 * firebase-functions and firebase-admin are bundled, although the Firebase tools also need them as packages.
 */
export const externals = ["@google-cloud/tasks", "nodemailer", "piscina", "saxes", "undici", "yjs"] as const;

/** Options of `bundle`. */
export interface BundleOptions {
  /** Expressions that the build replaces, with their values as source. */
  constants?: Record<string, string>;
  /** Whether parts of packages that Atrium never calls are bundled as well. Default: no. */
  keepsUnusedParts?: boolean;
}

/** Bundles a module with all its imports into one file in CommonJS, which loads fastest. */
export async function bundle(
  entry: { file: string } | { source: string; resolveDir: string },
  outfile: string,
  { constants = {}, keepsUnusedParts = false }: BundleOptions = {},
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
    plugins: [oneGax, oneLimiter, ...(keepsUnusedParts ? [] : [noUnusedParts, checksOnUse])],
    // Leaves a fifth less to parse. Names are kept for stack traces, and shortening them makes loading even slower.
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

/** Bundles google-gax only once: the Firestore client and its protocol each include it, a megabyte to parse and run. */
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
 * Drops parts that are never called but would be a third of the bundle, parsed at each cold start: message classes (the
 * client reads its messages from JSON and uses the classes only for pipelines and document bundles, which Atrium does
 * not use), the client of the admin API, and a polyfill for streams.
 */
const noUnusedParts: Plugin = {
  name: "no unused parts",
  setup({ onLoad }) {
    const remedy = "the bundle leaves message classes out: see scripts/build-functions/bundle.ts";
    const contents = `
      const Value = { fromObject() { throw new Error(${JSON.stringify(remedy)}); } };
      module.exports = { google: { firestore: { v1: { Value } } } };`;
    onLoad({ filter: /firestore-api\/build\/protos\/protos\.js$/ }, () => ({ contents }));
    onLoad({ filter: /google-gax\/build\/protos\/(iam_service|locations|operations)\.js$/ }, () => ({ contents: "" }));
    onLoad({ filter: /firestore-api\/build\/src\/v1\/firestore_admin_client\.js$/ }, () => ({ contents: "" }));
    onLoad({ filter: /web-streams-polyfill\/dist\/ponyfill/ }, () => ({ contents: "" }));
  },
};

/** Loads the token verification of firebase-functions on use: it is for callable functions, and Atrium has none. */
const checksOnUse: Plugin = {
  name: "checks of tokens on use",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^firebase-admin\/(auth|app-check)$/ }, ({ path, importer }) =>
      /node_modules\/firebase-functions\//.test(importer) ? { path, namespace: "on-use" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-use" }, ({ path }) => ({
      contents: ["getAuth", "getAppCheck"]
        .map((name) => `export const ${name} = (app) => require("${path}").${name}(app);`)
        .join("\n"),
      resolveDir: join(root, "functions"),
    }));
  },
};

/** Bundles only the in-memory rate limiter of a package with limiters for many databases. */
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
