/** A package that only fetches Node, one per platform. */
export interface NodePackage {
  name: string;
  version: string;
  optionalDependencies: Record<string, string>;
}

/** What of the workspace's `package.json` a release needs. */
export function nodePackage({ name, version, optionalDependencies }: NodePackage): NodePackage {
  return { name, version, optionalDependencies };
}

/** The lockfile that goes with it, with the checksums of the repository's. @param locked the packages of that lockfile. */
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
