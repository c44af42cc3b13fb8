import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type * as z from "zod";
import { clientFiles } from "../gen/files.ts";
import type { Declarations } from "../testing/declarations.ts";
import type { AtriumClient, Endpoints } from "./generated/api.ts";
import type { Method } from "./reply.ts";

/** What the declarations say. */
type Declared = {
  [Path in keyof Declarations]: {
    input: z.input<Declarations[Path]["input"]>;
    data: z.input<Declarations[Path]["output"]>;
  };
};

/** The same type, whichever names its parts go by. */
type Plain<T> = T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Paths at which the generated type is another one than that of the declaration. Nothing, when all is well. */
type Differing = {
  [Path in keyof Declared | keyof Endpoints]: Path extends keyof Declared & keyof Endpoints
    ? Same<Plain<Declared[Path]>, Plain<Endpoints[Path]>> extends true
      ? never
      : Path
    : Path;
}[keyof Declared | keyof Endpoints];

/** The method at a path, its parts taken one by one. */
type At<Client, Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? At<Client[First & keyof Client], Rest>
  : Client[Path & keyof Client];
type MethodAt<Path extends string> = Path extends `/v2/${infer Rest}`
  ? At<AtriumClient, Rest>
  : Path extends `/v1/${infer Rest}`
    ? At<AtriumClient["v1"], Rest>
    : never;

/** Paths at which the client has no method, or one of other types. */
type Unreachable = {
  [Path in keyof Endpoints]: MethodAt<Path> extends Method<Endpoints[Path]["input"], Endpoints[Path]["data"]>
    ? never
    : Path;
}[keyof Endpoints];

test("the types of the client are those of the declarations, at every path", () => {
  const differing: Differing[] = [];
  const unreachable: Unreachable[] = [];
  // Checked by the compiler: a path that differs makes these types not `never`.
  const proof: [Same<Differing, never>, Same<Unreachable, never>] = [true, true];
  assert.deepEqual([differing, unreachable, proof], [[], [], [true, true]]);
});

test("the generated files are those that follow from the declarations now; `npm run gen` writes them", async () => {
  for (const [path, text] of await clientFiles())
    assert.ok(readFileSync(join(import.meta.dirname, "../..", path), "utf8") === text, `${path} is not current.`);
});
