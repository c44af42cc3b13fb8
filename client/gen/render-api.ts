import type { CallEndpoint, ReplyForm } from "@atrium/functions/http/endpoint";
import type { StreamEndpoint } from "@atrium/functions/http/stream/declaration";
import type * as z from "zod";
import { isList, isPaged } from "./paging.ts";
import type { ShapeFacts } from "./shape-facts.ts";
import { bareTypeText, comment, typeText } from "./type-text.ts";

/** `client/src/generated/api.ts`: the types of all inputs and replies, and of the client. */
export function renderApi(endpoints: readonly (CallEndpoint | StreamEndpoint)[], allFacts: ShapeFacts): string {
  const used = new Map<string, z.core.$ZodType>();
  const facts: ShapeFacts = {
    ...allFacts,
    nameOf(schema) {
      const name = allFacts.nameOf(schema);
      if (name !== undefined && !used.has(name)) {
        used.set(name, schema);
        bareTypeText(schema, facts);
      }
      return name;
    },
  };
  const own = new Map<string, string>();
  // Later versions first: a v1 type that equals the v2 type gets the name of the v2 type.
  const described = endpoints
    .toSorted((a, b) => (a.path < b.path ? 1 : -1))
    .map((endpoint) => {
      const input = shortName(own, `${typeName(endpoint.path)}Input`, typeText(endpoint.input, facts));
      if (endpoint.kind === "stream") {
        const events = Object.entries(endpoint.events).map(
          ([name, data]) => `${JSON.stringify(name)}: ${typeText(data, facts)}`,
        );
        const type = shortName(own, `${typeName(endpoint.path)}Events`, `{\n${events.join(";\n")}\n}`);
        return { endpoint, input, answer: `events: ${type}`, method: `StreamMethod<${input}, ${type}>` };
      }
      const data = shortName(own, `${typeName(endpoint.path)}Data`, typeText(endpoint.output, facts));
      const kind = isList(endpoint) ? "ListMethod" : isPaged(endpoint) ? "PagedMethod" : "Method";
      const forms = (endpoint.forms ?? []).map(
        ({ when, output }) => `${kind}<${input} & ${conditionText(when)}, ${typeText(output, facts)}>`,
      );
      // The last overload is for calls with a flag whose value the compiler does not know.
      const method = [...forms, `${kind}<${input}, ${data}>`].join(" & ");
      return { endpoint, input, answer: `data: ${data}`, method };
    })
    .reverse();
  const shapes = [...used].map(([name, schema]) => ({
    name,
    text: bareTypeText(schema, facts),
    description: facts.description(schema),
  }));
  const ofEndpoints = [...own].map(([name, text]) => ({ name, text, description: undefined }));
  const types = [...shapes, ...ofEndpoints].sort((a, b) => (a.name < b.name ? -1 : 1));
  const clash = types.find(({ name }, i) => types[i + 1]?.name === name);
  if (clash) throw new Error(`Two types of the client would be called ${clash.name}.`);
  const table = described.map(
    ({ endpoint: { path }, input, answer }) => `  "${path}": { input: ${input}; ${answer} };`,
  );
  return `// Written by \`npm run gen\` from the declarations of the endpoints.
import type { ListMethod, Method, PagedMethod, StreamMethod } from "../reply.ts";

${types.map(({ name, text, description }) => `${comment(description)}export type ${name} = ${text};`).join("\n\n")}

/** What each endpoint accepts and returns, by path. */
export interface Endpoints {
${table.join("\n")}
}

/** The client that \`createClient\` returns: a method for each endpoint, at its path. Version 2 has no prefix. */
export interface AtriumClient ${renderTree(described, "/v2/", `  v1: AtriumV1Client;\n`)}

/** The endpoints of version 1. */
export interface AtriumV1Client ${renderTree(described, "/v1/")}
`;
}

interface Described {
  endpoint: CallEndpoint | StreamEndpoint;
  input: string;
  /** The type of the method's result, preceded by the field's name. */
  answer: string;
  /** The type of the client's method. */
  method: string;
}

function renderTree(all: readonly Described[], prefix: string, further = ""): string {
  const below = all.filter(({ endpoint: { path } }) => path.startsWith(prefix));
  const names = [...new Set(below.map(({ endpoint: { path } }) => path.slice(prefix.length).split("/")[0] ?? ""))];
  const lines = names.map((name) => {
    const path = `${prefix}${name}`;
    const self = below.find(({ endpoint }) => endpoint.path === path);
    const isBranch = below.some(({ endpoint }) => endpoint.path.startsWith(`${path}/`));
    const parts = [...(self ? [self.method] : []), ...(isBranch ? [renderTree(all, `${path}/`)] : [])];
    return `${self ? `/** ${self.endpoint.summary} */\n` : ""}${name}: ${parts.join(" & ")};\n`;
  });
  return `{\n${lines.join("")}${further}}`;
}

/** The values of input fields that choose a form of the reply, as a type. */
function conditionText(when: ReplyForm<Record<string, boolean | undefined>>["when"]): string {
  const fields = Object.entries(when).map(
    ([name, values = []]) => `${name}${values.includes(undefined) ? "?" : ""}: ${values.map(String).join(" | ")}`,
  );
  return `{ ${fields.join("; ")} }`;
}

/** Short types stay inline. An object type gets a name: that of its later version if both are the same. */
function shortName(own: Map<string, string>, name: string, text: string): string {
  if (!text.includes("{")) return text;
  const later = name.replace(/^V1/, "");
  const finalName = own.get(later) === text ? later : name;
  own.set(finalName, text);
  return finalName;
}

/** Such as `UsersAdd`, and `V1UsersAdd` for version 1. */
function typeName(path: string): string {
  const words = path.replace(/^\/v2/, "").split(/[/_]/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
