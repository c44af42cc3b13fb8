import type * as z from "zod";
import { contractNote } from "#platform/shapes/contract-check";
import { anyFieldOf } from "#platform/shapes/field-rules";

/** A change of a configuration: a field that is left out stays as it is stored, `null` takes it away, at any depth. */
export type ConfigChange<T> = string extends keyof T
  ? { [K in keyof T]: Removable<T[K]> | null }
  : { [K in keyof T]?: Removable<T[K]> | null | undefined };

type Removable<V> = NonNullable<V> extends object ? ConfigChange<NonNullable<V>> : V;

/**
 * The schema of the changes of a configuration, from the schema of the configuration. The contract says that a change has a
 * field; where it is applied, one without is refused with a message of its own.
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
