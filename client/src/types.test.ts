import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import { expect, test } from "@jest/globals";
import type * as z from "zod";
import type { Declarations } from "../testing/declarations.ts";
import { createClient } from "./create-client.ts";
import type {
  AtriumClient,
  CommentAnnotation,
  Document,
  Endpoints,
  Organization,
  UserSummary,
} from "./generated/api.ts";
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

/** Paths whose generated type differs from that of the declaration; `never` if there are none. */
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

/** Paths at which the client has no method or one with other types. */
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

test("the client has the methods of the declared endpoints and no others, and the compiler finds that their types are the same", () => {
  const proof: [Same<Differing, never>, Same<Unreachable, never>] = [true, true];
  // @ts-expect-error: an optional field differs from a required one.
  const counterproof: Same<{ a: 1 }, { a?: 1 }> = true;
  expect(proof.every(Boolean) && counterproof).toBe(true);
  const { v1, ...v2 } = createClient({ baseUrl: "https://atrium.example.com" });
  const clientPaths = [...pathsOf(v1, "/v1"), ...pathsOf(v2, "/v2")];
  expect(clientPaths.sort()).toStrictEqual(
    [...callEndpoints, ...ofKind(endpoints, "stream")].map(({ path }) => path).sort(),
  );
});

/** Only compiled, never run: the form of each reply depends on the call. */
async function forms(atrium: AtriumClient, isGrouped: boolean) {
  const place = { organizationId: "acme" };
  const users = (await atrium.users.get(place)).data;
  const grouped = (await atrium.users.get({ ...place, allDocuments: true, groupByDocumentId: true })).data;
  const either = (await atrium.users.get({ ...place, allDocuments: true, groupByDocumentId: isGrouped })).data;
  const threads = (await atrium.commentannotations.get({ ...place, documentId: "homepage" })).data;
  const byId = (await atrium.commentannotations.get({ ...place, annotationIds: ["budget"] })).data;
  const byDocument = (await atrium.commentannotations.get({ ...place, groupByDocumentId: true })).data;
  const organizations = (await atrium.organizations.get()).data;
  const documents = (await atrium.organizations.documents.get(place)).data;
  const withToken = (await atrium.workspace.apikey.create({ ownerEmail: "ada@example.com", type: "testing" })).data;
  const noToken = { ownerEmail: "ada@example.com", type: "testing", createAuthToken: false } as const;
  const withoutToken = (await atrium.workspace.apikey.create(noToken)).data;
  const states = (await atrium.crdt.get({ ...place, documentId: "homepage", includeUpdate: true })).data;
  for await (const page of atrium.users.get.pages({ ...place, groupByDocumentId: true, allDocuments: true }))
    isSame<typeof page.data, Record<string, UserSummary[]>>(true);
  for await (const thread of atrium.commentannotations.get.each(place)) isSame<typeof thread, CommentAnnotation>(true);
  isSame<typeof users, UserSummary[]>(true);
  isSame<typeof grouped, Record<string, UserSummary[]>>(true);
  isSame<typeof either, UserSummary[] | Record<string, UserSummary[]>>(true);
  isSame<typeof threads, CommentAnnotation[]>(true);
  isSame<typeof byId, (CommentAnnotation | null)[]>(true);
  isSame<typeof byDocument, Record<string, CommentAnnotation[]>>(true);
  isSame<typeof organizations, Organization[]>(true);
  isSame<typeof documents, Document[]>(true);
  isSame<typeof withToken.authToken, string>(true);
  isSame<string, NonNullable<(typeof states)[0]>["update"]>(true);
  // @ts-expect-error: a list of users has no groups.
  users.homepage;
  // @ts-expect-error: groups of users are not a list.
  grouped[0]?.name.length;
  // @ts-expect-error: an id without a thread yields null.
  byId.map((thread) => thread.comments);
  // @ts-expect-error: a misspelt field.
  await atrium.users.get({ ...place, groupByDocument: true });
  // @ts-expect-error: no token was asked for.
  withoutToken.authToken;
}

interface Author {
  userId: string;
  plan: "free" | "paid";
}

interface View {
  zoom: number;
}

/** Only compiled, never run: programs keep their data in interfaces and in lists that nobody may change. */
async function inputs(atrium: AtriumClient, authors: readonly Author[], view: Readonly<View>) {
  const place = { organizationId: "acme", documentId: "homepage" } as const;
  await atrium.users.add({ organizationId: "acme", users: authors });
  await atrium.livestate.broadcast({ ...place, liveStateDataId: "view", data: view });
  await atrium.users.get({ organizationId: "acme", userIds: ["ada", "lin"] as const });
  // @ts-expect-error: the id of the user is missing.
  await atrium.users.add({ organizationId: "acme", users: [{ name: "Ada" }] });
  // @ts-expect-error: an id is text.
  await atrium.users.add({ organizationId: "acme", users: [{ userId: 1 }] });
}

test("a call accepts interfaces where fields of any name are allowed, and lists that can't be changed", () => {
  expect(inputs).toBeInstanceOf(Function);
});

/** Fails to compile where the types differ. */
function isSame<A, B>(_proof: Same<A, B>): void {}

test("the types of replies follow from the input, which the compiler has checked", () => {
  expect(forms).toBeInstanceOf(Function);
});

test("the generated types carry the doc comments of the fields, including the fields that a shape inherits from another", () => {
  const text = readFileSync(join(import.meta.dirname, "generated/api.ts"), "utf8");
  const typeOf = (name: string) => text.slice(text.indexOf(`export type ${name} = `)).split("\n};")[0] ?? "";
  expect(typeOf("UserSummary")).toContain("/** Empty when it is not set, like `name`. */\n  email: string;");
  expect(typeOf("CommentannotationsGetInput")).toContain("/** Authors of the threads. */\n  userIds?:");
  expect(typeOf("UsersGetInput")).toMatch(/\/\*\* The beginning of a word of the name .* \*\/\n {2}searchKey\?:/);
  expect(text).toContain("/** A user as users/get returns it. */\nexport type UserSummary");
});
