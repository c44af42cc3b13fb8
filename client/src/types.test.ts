import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import { expect, test } from "@jest/globals";
import type * as z from "zod";
import type { Declarations } from "../testing/declarations.ts";
import { createClient } from "./create-client.ts";
import type { AtriumClient, Endpoints } from "./generated/api.ts";
import type { Method, StreamMethod } from "./reply.ts";

/** The declared types. */
type Declared = {
  [Path in keyof Declarations]: {
    input: z.input<Declarations[Path]["input"]>;
  } & (Declarations[Path] extends { events: infer Events }
    ? { events: { [Name in keyof Events]: z.input<Events[Name]> } }
    : Declarations[Path] extends { output: infer Output }
      ? { data: z.input<Output> }
      : never);
};

/** Types that are equal, whatever their parts are named. */
type Plain<T> = T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Paths whose generated type differs from that of the declaration; `never` when there are none. */
type Differing = {
  [Path in keyof Declared | keyof Endpoints]: Path extends keyof Declared & keyof Endpoints
    ? Same<Plain<Declared[Path]>, Plain<Endpoints[Path]>> extends true
      ? never
      : Path
    : Path;
}[keyof Declared | keyof Endpoints];

/** The method at a path, resolved segment by segment. */
type At<Client, Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? At<Client[First & keyof Client], Rest>
  : Client[Path & keyof Client];
type MethodAt<Path extends string> = Path extends `/v2/${infer Rest}`
  ? At<AtriumClient, Rest>
  : Path extends `/v1/${infer Rest}`
    ? At<AtriumClient["v1"], Rest>
    : never;

type MethodOf<Types extends { input: unknown }> = Types extends { events: infer Events }
  ? StreamMethod<Types["input"], Events>
  : Method<Types["input"], Types extends { data: infer Data } ? Data : never>;

/** Paths at which the client has no method, or one with other types. */
type Unreachable = {
  [Path in keyof Endpoints]: MethodAt<Path> extends MethodOf<Endpoints[Path]> ? never : Path;
}[keyof Endpoints];

/** Names of all methods, as paths. */
function pathsOf(node: object, prefix: string): string[] {
  return Object.entries(node).flatMap(([name, child]) => {
    if (name === "each" || name === "pages") return [];
    const path = `${prefix}/${name}`;
    return [...(typeof child === "function" ? [path] : []), ...pathsOf(child, path)];
  });
}

test("the client has the methods of the declared endpoints and no others, and the compiler finds their types the same", () => {
  const proof: [Same<Differing, never>, Same<Unreachable, never>] = [true, true];
  // @ts-expect-error: an optional field differs from a required one.
  const counterproof: Same<{ a: 1 }, { a?: 1 }> = true;
  expect(proof.every(Boolean) && counterproof).toBe(true);
  const { v1, ...v2 } = createClient({ baseUrl: "https://atrium.example.com" });
  const found = [...pathsOf(v1, "/v1"), ...pathsOf(v2, "/v2")];
  expect(found.sort()).toStrictEqual([...callEndpoints, ...ofKind(endpoints, "stream")].map(({ path }) => path).sort());
});
