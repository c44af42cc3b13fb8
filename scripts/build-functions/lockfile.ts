/** A package as described in an npm lockfile (version 3). */
interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  [other: string]: unknown;
}

/** The packages of a lockfile, by folder. */
export type LockedPackages = Record<string, LockedPackage>;

/** The part of an application's package.json that its lockfile repeats. */
export interface Application {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  [other: string]: unknown;
}

/**
 * The lockfile of an application whose dependencies are all locked in a larger lockfile: the same versions in the
 * same places, without packages that the application does not need.
 * @throws Error if a dependency is not in the larger lockfile at exactly the requested version.
 */
export function lockfileOf(application: Application, locked: LockedPackages): object {
  const packages: LockedPackages = {};
  const take = (names: string[], from: string, isOptional: boolean) => {
    for (const name of names) {
      const place = placeOf(name, from, locked);
      const lockedPackage = place === undefined ? undefined : locked[place];
      if (place === undefined || lockedPackage === undefined) {
        if (isOptional) continue;
        throw new Error(`${name}, which ${from || application.name} needs, is not in the lockfile.`);
      }
      const existingPackage = packages[place];
      // A required package is not optional, even if other packages treat it as optional.
      if (existingPackage && (isOptional || !existingPackage.optional)) continue;
      const { dev: _dev, devOptional: _devOptional, optional: _optional, ...rest } = lockedPackage;
      packages[place] = isOptional ? { ...rest, optional: true } : rest;
      take(neededBy(lockedPackage), place, isOptional);
      take(Object.keys(lockedPackage.optionalDependencies ?? {}), place, true);
    }
  };
  take(Object.keys(application.dependencies), "", false);
  for (const [name, version] of Object.entries(application.dependencies))
    if (packages[`node_modules/${name}`]?.version !== version)
      throw new Error(`${name} ${version} is not what the lockfile holds.`);
  const { name, version, dependencies, engines } = application;
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name, version, dependencies, engines }, ...sorted(packages) },
  };
}

/** The required dependencies, without optional peers and packages that are also in `optionalDependencies`. */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...peers].filter((name) => !(name in (optionalDependencies ?? {})));
}

/** Where Node finds a package: in `node_modules` of the importing folder or of the nearest one above it. */
function placeOf(name: string, from: string, locked: LockedPackages): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === "") return undefined;
  }
}

function sorted(packages: LockedPackages): LockedPackages {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}
