import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { openapiDocument } from "@atrium/functions/http/openapi/document";
import packageJson from "../../../functions/package.json" with { type: "json" };
import { socketContract } from "../../../server/src/socket/contract.ts";
import { inputFields, namedSchemas } from "./named-schemas.ts";
import { exampleApiKey, recordedCalls } from "./recorded-calls.ts";

/** The content of `openapi.json`: the description of all endpoints, with recorded examples. */
export async function renderOpenapi(): Promise<string> {
  const document = openapiDocument(endpoints, {
    version: packageJson.version,
    brand: "service",
    named: await namedSchemas(),
    inputFields: await inputFields(endpoints),
    calls: await recordedCalls(callEndpoints),
    apiKeyId: exampleApiKey,
    sockets: socketContract(),
  });
  return `${jsonText(document)}\n`;
}

/** Longest value that is written on one line, in characters. */
const LINE = 120;

/** JSON with each short value on one line, which saves a third of the size and reads well. */
function jsonText(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE) return line;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((item) => jsonText(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${jsonText(item, inner)}`);
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

async function main(): Promise<void> {
  process.stdout.write(await renderOpenapi());
}

if (import.meta.main) void main();
