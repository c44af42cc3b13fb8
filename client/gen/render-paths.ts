import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { StreamEndpoint } from "@atrium/functions/http/stream/declaration";
import { isPaged } from "./paging.ts";

interface Tree {
  [name: string]: Tree | number;
}

/** What a function has of itself, and what the client gives it. */
const reserved = ["$", "name", "length", "call", "apply", "bind", "prototype", "then", "pages", "each", "v1"];

/** `client/src/generated/paths.ts`: what the client must know of the endpoints at run time, as short as can be. */
export function renderPaths(endpoints: readonly (CallEndpoint | StreamEndpoint)[]): string {
  const root: Tree = {};
  for (const endpoint of endpoints) {
    const [version = "", ...words] = endpoint.path.slice(1).split("/");
    const taken = words.find((word) => reserved.includes(word));
    if (taken)
      throw new Error(`${endpoint.path} can't be a method of the client: "${taken}" has another meaning there.`);
    let node = branch(root, version);
    for (const word of words.slice(0, -1)) node = branch(node, word);
    const last = words.at(-1) ?? "";
    const there = node[last];
    if (typeof there === "object") there.$ = flagsOf(endpoint);
    else node[last] = flagsOf(endpoint);
  }
  return `// Written by \`npm run gen\` from the declarations of the endpoints.

/** Parts of paths. A number is the sum of the flags of an endpoint: 1 write, 2 pages, 4 workspace, 8 public, 16 stream. */
export interface PathTree {
  /** The endpoint that stands at this path itself. */
  $?: number;
  [name: string]: PathTree | number | undefined;
}

/** Every endpoint. */
export const tree: { v1: PathTree; v2: PathTree } = ${JSON.stringify(root)};
`;
}

function branch(node: Tree, name: string): Tree {
  const there = node[name];
  if (typeof there === "object") return there;
  const made: Tree = there === undefined ? {} : { $: there };
  node[name] = made;
  return made;
}

function flagsOf(endpoint: CallEndpoint | StreamEndpoint): number {
  if (endpoint.kind === "stream") return 16;
  const caller = { apiKey: 0, workspace: 4, public: 8 }[endpoint.auth];
  return Number(endpoint.kind === "write") + 2 * Number(isPaged(endpoint)) + caller;
}
