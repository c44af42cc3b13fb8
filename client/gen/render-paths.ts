import { isDeepStrictEqual } from "node:util";
import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { StreamEndpoint } from "@atrium/functions/http/stream/declaration";
import { readPaths } from "../src/path-tree.ts";
import { fold } from "./fold.ts";
import { isPaged } from "./paging.ts";

interface Tree {
  [name: string]: Tree | number;
}

/** Names that every function has, and names that the client adds. */
const reserved = ["$", "name", "length", "call", "apply", "bind", "prototype", "then", "pages", "each", "v1"];

/** `client/src/generated/paths.ts`: what the client needs to know about the endpoints at run time, in a compact form. */
export function renderPaths(endpoints: readonly (CallEndpoint | StreamEndpoint)[]): string {
  const root: Tree = {};
  const earlier = new Map(endpoints.flatMap((one) => (isEarlier(one) ? [[laterPath(one), one] as const] : [])));
  const later = endpoints.filter((one) => !isEarlier(one));
  for (const endpoint of later) {
    const words = endpoint.path.slice(1).split("/").slice(1);
    const reservedWord = words.find((word) => reserved.includes(word));
    if (reservedWord)
      throw new Error(`${endpoint.path} can't be a method of the client: the name "${reservedWord}" is reserved.`);
    let node = root;
    for (const word of words.slice(0, -1)) node = branch(node, word);
    const last = words.at(-1) ?? "";
    const there = node[last];
    const flags = flagsOf(endpoint) + earlierFlag(endpoint, earlier.get(endpoint.path));
    earlier.delete(endpoint.path);
    if (typeof there === "object") there.$ = flags;
    else node[last] = flags;
  }
  const [alone] = earlier.keys();
  if (alone) throw new Error(`${alone} is missing: the client finds every endpoint of v1 by its twin in v2.`);
  const { parts, text } = fold(JSON.stringify(root).replaceAll('"', ""));
  if (!isDeepStrictEqual(readPaths(parts, text), root))
    throw new Error(
      "The client can't read the tree of paths: names may contain only lower-case letters and underscores.",
    );
  return `// Written by \`npm run gen\` from the declarations of the endpoints. \`path-tree.ts\` reads it.

/** What each capital letter of the text stands for. */
export const parts =
  ${JSON.stringify(parts)};

/** The tree of the paths of v2. */
export const text =
  ${JSON.stringify(text)};
`;
}

function branch(node: Tree, name: string): Tree {
  const there = node[name];
  if (typeof there === "object") return there;
  const subtree: Tree = there === undefined ? {} : { $: there };
  node[name] = subtree;
  return subtree;
}

function isEarlier({ path }: { path: string }): boolean {
  return path.startsWith("/v1/");
}

function laterPath({ path }: { path: string }): string {
  return path.replace("/v1/", "/v2/");
}

/** The flag that says how v1 has the same path. Credentials and kind of the endpoint must be the same there. */
function earlierFlag(endpoint: CallEndpoint | StreamEndpoint, earlier: CallEndpoint | StreamEndpoint | undefined) {
  if (!earlier) return 0;
  const [flags, without] = [flagsOf(endpoint), flagsOf(endpoint) - flagsOf(earlier)];
  if (without === 0) return 32;
  if (without === 2 && flags & 2) return 64;
  throw new Error(`${earlier.path} is not called in the same way as ${endpoint.path}.`);
}

function flagsOf(endpoint: CallEndpoint | StreamEndpoint): number {
  if (endpoint.kind === "stream") return 16;
  const caller = { apiKey: 0, workspace: 4, public: 8 }[endpoint.auth];
  return Number(endpoint.kind === "write") + 2 * Number(isPaged(endpoint)) + caller;
}
