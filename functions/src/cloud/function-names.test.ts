import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { exportPlaces, exportTree, functionName } from "./function-names.ts";

test("a function's position and name follow from its path", () => {
  const places = exportPlaces(["/v2/users/add", "/v2/auth/generate_token"]);
  expect(places.get("/v2/users/add")).toStrictEqual(["v2", "users", "add"]);
  expect(functionName(places.get("/v2/users/add") ?? [])).toBe("v2-users-add");
  expect(functionName(places.get("/v2/auth/generate_token") ?? [])).toBe("v2-auth-generate_token");
});

test("a path that extends another one joins its last segments, whatever the order of the paths", () => {
  const paths = ["/v2/documents/migrate", "/v2/documents/migrate/status", "/v2/documents/migrate/status/all"];
  for (const order of [paths, paths.toReversed()]) {
    const places = exportPlaces(order);
    expect(places.get("/v2/documents/migrate")).toStrictEqual(["v2", "documents", "migrate"]);
    expect(places.get("/v2/documents/migrate/status")).toStrictEqual(["v2", "documents", "migrate_status"]);
    expect(places.get("/v2/documents/migrate/status/all")).toStrictEqual(["v2", "documents", "migrate_status_all"]);
  }
});

test("paths with a common prefix share a branch of the tree", () => {
  const tree = exportTree([
    [["v2", "users", "add"], 1],
    [["v2", "users", "get"], 2],
    [["v1", "users", "add"], 3],
  ]);
  expect(tree).toStrictEqual({ v2: { users: { add: 1, get: 2 } }, v1: { users: { add: 3 } } });
});

test("any set of paths gets one function per path, and no function shadows another", () => {
  const segment = fc.constantFrom("a", "b", "c");
  const paths = fc.uniqueArray(
    fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => `/${segments.join("/")}`),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(paths, (some) => {
      const places = exportPlaces(some);
      const names = [...places.values()].map(functionName);
      expect(new Set(names).size).toBe(some.length);
      const tree = exportTree([...places].map(([path, place]) => [place, { path }] as const));
      for (const [path, place] of places) {
        const leaf = place.reduce<unknown>((branch, key) => (branch as Record<string, unknown>)[key], tree);
        expect(leaf).toStrictEqual({ path });
      }
    }),
  );
});
