import type { Caller } from "../snippets/call.ts";
import { variables } from "../snippets/variables.ts";
import type { OpenApi } from "./openapi.ts";

/** The kinds of callers that may use an operation, the usual one first. */
export function callersOf(document: OpenApi, security: Record<string, string[]>[]): Caller[] {
  // Credentials in the body are for callers that can't set headers.
  const alternatives = security.filter((schemes) => Object.keys(schemes).length > 0);
  if (alternatives.length === 0) return [{ name: "Anybody", credentials: [] }];
  return alternatives.map((schemes) => ({
    name: nameOf(schemes),
    credentials: Object.keys(schemes).map((scheme) => {
      const declared = document.components.securitySchemes[scheme];
      const variable = variables[scheme];
      if (!declared || !variable) throw new Error(`The documentation does not support the security scheme ${scheme}.`);
      return declared.type === "http"
        ? { scheme, variable, header: "authorization", prefix: "Bearer " }
        : { scheme, variable, header: declared.name ?? "", prefix: "" };
    }),
  }));
}

function nameOf(schemes: Record<string, string[]>): string {
  if ("userToken" in schemes) return "User token";
  return "workspaceId" in schemes ? "Workspace" : "API key";
}

/** The caller with an API key. */
export function keyCaller(document: OpenApi): Caller {
  const [caller] = callersOf(document, [{ apiKey: [], authToken: [] }]);
  return caller as Caller;
}
