import type { CallEndpoint } from "#http/endpoint";
import { inputSchema, type JsonSchema, sampleOf } from "#testing/suites/conformance/schema";

/** One value of an optional field. */
interface Option {
  name: string;
  value: unknown;
}

/** Values that select existing records of the example world, for fields whose schema alone would not. */
const knownValues: Record<string, unknown[]> = {
  documentId: ["homepage"],
  documentIds: [["homepage"], ["homepage", "roadmap"]],
  folderId: ["designs", "root"],
  organizationIds: [["acme"]],
  organizationUserGroupIds: [["engineers"]],
  recordingIds: [["rec-1", "rec-2"]],
  annotationIds: [["ann-1", "ann-2"]],
  targetEntityId: ["headline"],
  userId: ["ada"],
  userIds: [["ada"], ["ada", "lin"]],
  endpointId: ["ep_1"],
  actor: [{ type: "operator" }],
};

/** Paging fields: only the service creates tokens, and a size changes only the limit of a query. */
const paging = ["pageToken", "pageSize", "iterator", "limit"];

/**
 * Requests with optional fields in every combination of up to `most`; a field with enumerated values takes each of
 * them. Contradictory combinations are included, and the endpoint refuses them.
 */
export function variations(endpoint: CallEndpoint, most: number): object[] {
  const schema = inputSchema(endpoint.input);
  const example = endpoint.example as Record<string, unknown>;
  const required = new Set(schema.required);
  const base = Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => required.has(name)));
  const options = Object.entries(schema.properties ?? {})
    .filter(([name]) => !required.has(name) && !paging.includes(name))
    .flatMap(([name, child]) => valuesOf(name, child, example?.[name]).map((value) => ({ name, value })));
  return combinations(options, most).map((choice) => ({
    ...base,
    ...Object.fromEntries(choice.map(({ name, value }) => [name, value])),
  }));
}

function valuesOf(name: string, schema: JsonSchema, sample: unknown): unknown[] {
  if (schema.enum) return schema.enum;
  if (schema.type === "boolean") return [true, false];
  const values = knownValues[name] ?? [];
  if (sample !== undefined) return [sample, ...values];
  return values.length > 0 ? values : [sampleOf(schema)];
}

/** Every choice of up to `most` options with different names, the empty one first. */
function combinations(options: readonly Option[], most: number): Option[][] {
  const [first, ...others] = options;
  if (!first || most === 0) return [[]];
  const without = combinations(others, most);
  const beside = others.filter(({ name }) => name !== first.name);
  return [...without, ...combinations(beside, most - 1).map((choice) => [first, ...choice])];
}
