import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "./root.ts";

/**
 * What stays out of the bundle. firebase-functions and firebase-admin are in it all the same: the Firebase tools look for
 * them among the packages. All others are loaded when they are first needed, which for most functions is never.
 */
export const externals = ["@google-cloud/tasks", "piscina", "saxes", "undici", "yjs"] as const;

/** Bundles a module with all that it imports into one file, which is CommonJS, since that loads fastest. */
export async function bundle(
  entry: { file: string } | { source: string; resolveDir: string },
  outfile: string,
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
    // Prefer ES modules: some packages ship a UMD form that no bundler can follow.
    mainFields: ["module", "main"],
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
    external: [...externals],
    plugins: [oneGax, oneLimiter],
    // A fifth less to parse. Names stay, for the sake of stack traces; shorter ones even made it slower.
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

/** The client and its protocol each bring the same google-gax along, a megabyte that would be parsed and run twice. */
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

/** Of the limiters that the package has, for as many databases, ours is the one in memory. */
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
