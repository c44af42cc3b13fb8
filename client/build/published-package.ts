/**
 * The `package.json` of the published package: that of the sources, with entry points that lead to the built files.
 * @param version of the repository. The manifest of the sources has none, so that npm refuses to pack them.
 */
export function publishedPackage(manifest: Record<string, unknown>, version: string): Record<string, unknown> {
  const { name, private: _, exports: _sources, devDependencies: _tools, ...rest } = manifest;
  const condition = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  const entry = (file: string) => ({ import: condition(`esm/${file}`), require: condition(`cjs/${file}`) });
  return {
    name,
    version,
    ...rest,
    keywords: ["atrium", "collaboration", "comments", "presence", "webhooks"],
    exports: { ".": entry("index"), "./realtime": entry("realtime/index"), "./package.json": "./package.json" },
    main: "./cjs/index.js",
    module: "./esm/index.js",
    types: "./esm/index.d.ts",
    files: ["esm", "cjs"],
  };
}
