import { call, type EndpointFacts } from "./call.ts";
import type { AtriumClient } from "./generated/api.ts";
import { parts, text } from "./generated/paths.ts";
import { type CallOptions, type ClientOptions, checkOptions, type Settings, type StreamOptions } from "./options.ts";
import { type PathTree, readPaths } from "./path-tree.ts";
import { realTiming, type Timing } from "./timing.ts";

/**
 * Creates a client of an Atrium server. Its methods follow the paths of the endpoints: `atrium.users.add(…)` calls
 * `/v2/users/add`, `atrium.v1.users.add(…)` calls `/v1/users/add`.
 * @throws AtriumError INVALID_ARGUMENT that names the invalid option.
 */
export function createClient(options: ClientOptions): AtriumClient {
  return createTimedClient(options, realTiming);
}

/** As `createClient`, with the clock and timers of `timing`. */
export function createTimedClient(options: ClientOptions, timing: Timing): AtriumClient {
  const settings = checkOptions(options);
  const tree = readPaths(parts, text);
  const [v2, v1] = ["/v2", "/v1"].map((version) => branch(settings, timing, version, tree));
  return { ...v2, v1 } as unknown as AtriumClient;
}

/** The methods at a path and below it; undefined if this version has none. */
function branch(settings: Settings, timing: Timing, path: string, node: PathTree): object | undefined {
  const { $: flags, ...children } = node;
  const methods = Object.entries(children).flatMap(([name, child]) => {
    const next = typeof child === "object" ? child : { $: child as number };
    const below = branch(settings, timing, `${path}/${name}`, next);
    return below ? [[name, below] as const] : [];
  });
  const isThere = flags !== undefined && (!path.startsWith("/v1") || (flags & 96) > 0);
  if (!isThere && !methods[0]) return undefined;
  const own: object = isThere ? method(settings, timing, path, flags) : {};
  return Object.assign(own, Object.fromEntries(methods));
}

/**
 * @param flags a sum: 1 write, 2 paged, 4 workspace, 8 public, 16 stream, 32 also in v1, 64 also in v1 but without
 * pages.
 */
function method(settings: Settings, timing: Timing, path: string, flags: number): object {
  const facts: EndpointFacts = {
    path,
    auth: flags & 4 ? "workspace" : flags & 8 ? "public" : "apiKey",
    isWrite: (flags & 1) > 0,
  };
  if (flags & 16)
    return async function* (input: Record<string, string>, options?: StreamOptions) {
      // Most pages open no stream, so this code is a separate file that is loaded with the first stream.
      yield* (await import("./stream.ts")).stream(settings, timing, facts, input, options);
    };
  const run = (input?: object, options?: CallOptions) => call(settings, timing, facts, input, options);
  if (!(flags & 2) || (path.startsWith("/v1") && flags & 64)) return run;
  async function* pages(input?: object, options?: CallOptions) {
    let next: { pageToken?: string | undefined } | undefined = input;
    do {
      const page = await run(next, options);
      yield page;
      next = { ...input, pageToken: page.pageToken };
    } while (next.pageToken !== undefined);
  }
  async function* each(input?: object, options?: CallOptions) {
    // A grouped list has the items under the name of each group.
    for await (const { data } of pages(input, options))
      for (const list of Array.isArray(data) ? [data] : Object.values(data as object)) yield* list;
  }
  return Object.assign(run, { pages, each });
}
