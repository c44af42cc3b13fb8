/** Facts about the released program. */
export interface Program {
  version: string;
  description: string;
  license: string;
  /** Version of piscina, the only package that can't be bundled: it starts threads from its own files. */
  piscina: string;
}

/** The `package.json` of the released program. */
export function programManifest({ version, description, license, piscina }: Program): object {
  return {
    name: "atrium",
    version,
    description,
    license,
    bin: { atrium: "bin/atrium.mjs" },
    engines: { node: ">=20" },
    files: ["bin", "emulator-data", "node", "server"],
    dependencies: { piscina },
    bundleDependencies: ["piscina"],
  };
}
