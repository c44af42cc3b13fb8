import { addressOf, type Call, filledQuery } from "./call.ts";
import { javascript, literal } from "./literal.ts";

/** A call with `@atrium/client`, or with fetch if the client has no method for it. */
export function clientSnippet(call: Call): string {
  const method = methodOf(call.path);
  if (!method) return fetchSnippet(call);
  const options = [
    `  baseUrl: "${call.origin}",`,
    ...call.credentials.map(({ scheme, variable }) => `  ${scheme}: process.env.${variable},`),
  ];
  const input = argumentOf(call);
  return `import { createClient } from "@atrium/client";

const atrium = createClient({
${options.join("\n")}
});
${call.isStream ? streaming(method, input) : `const { data } = await atrium.${method}(${input});\nconsole.log(data);`}`;
}

/** The method of the client for a path; undefined if the path has no version. */
function methodOf(path: string): string | undefined {
  const [, version, ...names] = path.split("/");
  if (version !== "v1" && version !== "v2") return undefined;
  return [...(version === "v1" ? ["v1"] : []), ...names].join(".");
}

function argumentOf({ body, query }: Call): string {
  const data = query ? filledQuery(query) : ((body as { data?: object } | undefined)?.data ?? {});
  return Object.keys(data).length === 0 ? "" : literal(data, javascript);
}

function streaming(method: string, input: string): string {
  return `for await (const { event, data } of atrium.${method}(${input})) {
  console.log(event, data);
}`;
}

function fetchSnippet(call: Call): string {
  return `const reply = await fetch("${addressOf(call)}");
console.log(await reply.json());`;
}
