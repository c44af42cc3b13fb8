/**
 * The `package.json` of the published package: that of the sources, with the built files in their place.
 * @param version that of the repository. The sources have none, so that npm refuses to pack them.
 */
export function publishedPackage(manifest: Record<string, unknown>, version: string): Record<string, unknown> {
  const { name, private: _, exports: _sources, devDependencies: _tools, ...rest } = manifest;
  const entry = (format: string) => ({ types: `./${format}/index.d.ts`, default: `./${format}/index.js` });
  return {
    name,
    version,
    ...rest,
    keywords: ["atrium", "collaboration", "comments", "presence", "webhooks"],
    exports: { ".": { import: entry("esm"), require: entry("cjs") }, "./package.json": "./package.json" },
    main: "./cjs/index.js",
    module: "./esm/index.js",
    types: "./esm/index.d.ts",
    files: ["esm", "cjs"],
  };
}
