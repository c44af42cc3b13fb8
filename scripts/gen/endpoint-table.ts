import { withFunction } from "@atrium/functions/cloud/function-names";
import { filePath } from "@atrium/functions/http/aliases";
import type { Endpoint } from "@atrium/functions/http/endpoint-kinds";
import { isCall } from "@atrium/functions/http/endpoint-kinds";

/** The formatter breaks longer lines. */
const LINE = 120;

/** A table from which a function loads only its own endpoint: loading all would double the cold start. */
export function renderEndpointTable(endpoints: readonly Endpoint[]): string {
  const entries = withFunction(endpoints).map((endpoint) => {
    const { path, instance } = endpoint;
    const kind = isCall(endpoint) ? "call" : endpoint.kind;
    const load = `load: () => import("#api${filePath(endpoint)}")`;
    const fields = [`kind: "${kind}"`, load, ...(instance ? [`instance: ${literal(instance)}`] : [])];
    const line = `  "${path}": { ${fields.join(", ")} },`;
    return line.length <= LINE ? line : `  "${path}": {\n${fields.map((field) => `    ${field},\n`).join("")}  },`;
  });
  return `// Written by \`npm run gen\` from endpoints.ts.
import type { EndpointTable } from "./endpoint-entry.ts";

/** How each endpoint is loaded, and the options of its function. */
export const endpointTable: EndpointTable = {
${entries.join("\n")}
};
`;
}

/** An object as one line of source, with unquoted keys. */
function literal(value: object): string {
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${JSON.stringify(field)}`);
  return `{ ${fields.join(", ")} }`;
}
