/** A package whose only purpose is to fetch Node, through one optional dependency per platform. */
export interface NodePackage {
  name: string;
  version: string;
  optionalDependencies: Record<string, string>;
}

/** The parts of the workspace's `package.json` that a release needs. */
export function nodePackage({ name, version, optionalDependencies }: NodePackage): NodePackage {
  return { name, version, optionalDependencies };
}

/**
 * The package's lockfile, with the checksums from the repository's lockfile.
 * @param locked the packages in the latter.
 */
export function nodeLockfile(node: NodePackage, locked: Record<string, object>): object {
  const { name, version } = node;
  const places = Object.keys(node.optionalDependencies).map((dependency) => `node_modules/${dependency}`);
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": node, ...Object.fromEntries(places.map((place) => [place, locked[place]])) },
  };
}
