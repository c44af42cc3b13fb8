import { callEndpoints } from "@atrium/functions/endpoints";
import { fieldDescription } from "@atrium/functions/http/openapi/field-descriptions";
import * as z from "zod";
import { inputFields, namedSchemas } from "../../scripts/gen/openapi/named-schemas.ts";
import { namedShapes } from "./named-shapes.ts";

/** What the types of the client say of shapes beside their fields: names and descriptions. */
export interface ShapeFacts {
  /** Name of a shape; undefined when it has none of its own. */
  nameOf(schema: z.core.$ZodType): string | undefined;
  /** Description of a shape. */
  description(schema: z.core.$ZodType): string | undefined;
  /** Description of a field of an object. */
  fieldDescription(object: z.core.$ZodType, name: string, field: z.core.$ZodType): string | undefined;
}

/** Reads names and doc comments of all shapes, and the comments of the endpoints' own fields. */
export async function shapeFacts(): Promise<ShapeFacts> {
  const names = await namedShapes();
  const named = await namedSchemas();
  const descriptions = new Map<z.core.$ZodType, string | undefined>(
    named.map(({ schema, description }) => [schema, description]),
  );
  const fields = new Map<z.core.$ZodType, ReadonlyMap<string, string>>(
    named.map((shape) => [shape.schema, shape.fields]),
  );
  const ofEndpoints = await inputFields(callEndpoints);
  for (const { path, input } of callEndpoints) {
    const object = input instanceof z.ZodPipe ? input.in : input;
    if (!fields.has(object)) fields.set(object, ofEndpoints.get(path) ?? new Map());
  }
  return {
    nameOf: (schema) => names.get(schema),
    description: (schema) => descriptions.get(schema),
    fieldDescription: (object, name, field) =>
      fields.get(object)?.get(name) ?? fieldDescription(name) ?? ofWrapped(field, descriptions),
  };
}

/** Description of the shape in a field that may be missing. One with a name shows its description by itself. */
function ofWrapped(
  field: z.core.$ZodType,
  descriptions: ReadonlyMap<z.core.$ZodType, string | undefined>,
): string | undefined {
  const { def } = (field as z.core.$ZodTypes)._zod;
  return descriptions.get(field) ?? ("innerType" in def ? ofWrapped(def.innerType, descriptions) : undefined);
}
