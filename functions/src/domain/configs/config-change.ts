import type * as z from "zod";
import { contractNote } from "#platform/shapes/contract-check";
import { anyFieldOf } from "#platform/shapes/field-rules";

/** A change of a configuration: at any depth, an omitted field is kept and `null` removes the stored field. */
export type ConfigChange<T> = string extends keyof T
  ? { [K in keyof T]: Removable<T[K]> | null }
  : { [K in keyof T]?: Removable<T[K]> | null | undefined };

type Removable<V> = NonNullable<V> extends object ? ConfigChange<NonNullable<V>> : V;

/**
 * Derives the schema of a configuration's changes from the schema of the configuration. The contract requires at least
 * one field, but the schema accepts an empty change: the code that applies it refuses it with a specific message.
 */
export function changeOf<S extends z.ZodObject>(
  config: S,
): z.ZodType<ConfigChange<z.output<S>>, ConfigChange<z.output<S>>> {
  const change = withRemovableFields(config) as z.ZodObject;
  return change.check(contractNote(anyFieldOf(change.shape))) as never;
}

function withRemovableFields(schema: z.ZodType): z.ZodType {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const removable = (field: z.core.$ZodType) => withRemovableFields(field as z.ZodType).nullable();
  switch (def.type) {
    case "optional":
      return withRemovableFields(def.innerType as z.ZodType);
    case "object": {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, removable(field).optional()]);
      return schema.clone({ ...def, shape: Object.fromEntries(fields) } as never);
    }
    case "record":
      return schema.clone({ ...def, valueType: removable(def.valueType) } as never);
    default:
      return schema;
  }
}
