import { callEndpoints } from "@atrium/functions/endpoints";
import { fieldDescription } from "@atrium/functions/http/openapi/field-descriptions";
import * as z from "zod";
import { inputFields, namedSchemas } from "../../scripts/gen/openapi/named-schemas.ts";
import { namedShapes } from "./named-shapes.ts";

/** Names and descriptions of shapes, for the types of the client. */
export interface ShapeFacts {
  /** Name of a shape; undefined if the shape has no name of its own. */
  nameOf(schema: z.core.$ZodType): string | undefined;
  /** Description of a shape. */
  description(schema: z.core.$ZodType): string | undefined;
  /** Description of a field of an object. */
  fieldDescription(object: z.core.$ZodType, name: string, field: z.core.$ZodType): string | undefined;
}

/** Reads the names and doc comments of all shapes, and the comments on the endpoints' own input fields. */
export async function shapeFacts(): Promise<ShapeFacts> {
  const names = await namedShapes();
  const schemas = await namedSchemas();
  const descriptions = new Map<z.core.$ZodType, string | undefined>(
    schemas.map(({ schema, description }) => [schema, description]),
  );
  const fields = new Map<z.core.$ZodType, ReadonlyMap<string, string>>(
    schemas.map((shape) => [shape.schema, shape.fields]),
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
      ownDescription(field) ??
      fields.get(object)?.get(name) ??
      fieldDescription(name) ??
      ofWrapped(field, descriptions),
  };
}

/** What a field's own schema says about it, such as why it does nothing or is refused. Its name would promise more. */
function ownDescription(field: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(field)?.description;
}

/** Description of the shape of a field, even if the field is optional. */
function ofWrapped(
  field: z.core.$ZodType,
  descriptions: ReadonlyMap<z.core.$ZodType, string | undefined>,
): string | undefined {
  const { def } = (field as z.core.$ZodTypes)._zod;
  return descriptions.get(field) ?? ("innerType" in def ? ofWrapped(def.innerType, descriptions) : undefined);
}
