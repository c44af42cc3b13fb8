import { expect, test } from "@jest/globals";
import { type LockedPackages, lockfileOf } from "../scripts/build-functions/lockfile.ts";

const application = { name: "app", version: "1.0.0", dependencies: { a: "1.0.0" } };

function placesOf(locked: LockedPackages): string[] {
  const { packages } = lockfileOf(application, locked) as { packages: LockedPackages };
  return Object.keys(packages).filter((place) => place !== "");
}

test("it contains the application's dependencies, direct and transitive, at the places of the larger lockfile", () => {
  const places = placesOf({
    "node_modules/a": { version: "1.0.0", dependencies: { b: "^2.0.0", c: "*" } },
    "node_modules/a/node_modules/b": { version: "2.1.0", dependencies: { c: "*" } },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "3.0.0" },
    "node_modules/d": { version: "4.0.0" },
  });
  expect(places).toStrictEqual(["node_modules/a", "node_modules/a/node_modules/b", "node_modules/c"]);
});

test("a development package that the application needs is no longer marked as a development package", () => {
  const { packages } = lockfileOf(application, {
    "node_modules/a": { version: "1.0.0", dev: true, dependencies: { b: "1" } },
    "node_modules/b": { version: "1.0.0", devOptional: true },
  }) as { packages: LockedPackages };
  expect(packages["node_modules/a"]).toStrictEqual({ version: "1.0.0", dependencies: { b: "1" } });
  expect(packages["node_modules/b"]).toStrictEqual({ version: "1.0.0" });
});

test("optional packages stay optional, unless another package needs them", () => {
  const { packages } = lockfileOf(application, {
    "node_modules/a": {
      version: "1.0.0",
      optionalDependencies: { b: "1", c: "1", gone: "1" },
      dependencies: { d: "1" },
    },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "1.0.0" },
    "node_modules/d": { version: "1.0.0", dependencies: { c: "1" } },
  }) as { packages: LockedPackages };
  const optional = Object.entries(packages).filter(([, one]) => one.optional);
  expect(optional.map(([place]) => place)).toStrictEqual(["node_modules/b"]);
});

test("peer dependencies are included unless they are optional", () => {
  const places = placesOf({
    "node_modules/a": {
      version: "1.0.0",
      peerDependencies: { b: "1", c: "1" },
      peerDependenciesMeta: { c: { optional: true } },
    },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "1.0.0" },
  });
  expect(places).toStrictEqual(["node_modules/a", "node_modules/b"]);
});

test("it refuses a version other than the requested one, and packages that are not locked", () => {
  expect(() => placesOf({ "node_modules/a": { version: "1.0.1" } })).toThrow(
    /a 1\.0\.0 is not what the lockfile holds/,
  );
  expect(() => placesOf({ "node_modules/a": { version: "1.0.0", dependencies: { b: "1" } } })).toThrow(
    /b, which node_modules\/a needs, is not in the lockfile/,
  );
});
