import * as z from "zod";
import { otherNames } from "#platform/shapes/other-names";

/** What is known about a part of a request before it is parsed: which fields it may have, and what they contain. */
export interface InputShape {
  /** The fields of an object by name; undefined if the schema accepts no object with named fields. */
  fields?: ReadonlyMap<string, FieldShape>;
  /** Whether an object accepts further fields, which are the customer's own. */
  isOpen?: boolean;
  /** The fields that unknown names most likely stand for, remembered because many requests contain the same names. */
  meant?: Map<string, string | undefined>;
  /** The shape of each entry of a record. */
  entries?: InputShape;
  /** The shape of each item of an array. */
  items?: InputShape;
  /** Maximum number of items of an array, if the schema limits it. */
  maxItems?: number;
}

/** A field of an object. */
export interface FieldShape {
  shape: InputShape;
  /** Whether `null` means the same as leaving the field out: it is optional, and `null` has no meaning of its own. */
  isNullAbsent: boolean;
  /** Whether the endpoint accepts the field but ignores it, because it is deprecated. */
  isIgnored: boolean;
  /** The name of the field for which this is an alternative name. */
  standsFor?: string;
}

/** Derives the shape from a schema. Kinds of schemas that are not handled here have an empty shape. */
export function inputShape(schema: z.core.$ZodType): InputShape {
  return shapeOf(schema as z.ZodType, new Map());
}

function shapeOf(schema: z.ZodType, shapesBySchema: Map<z.ZodType, InputShape>): InputShape {
  const earlier = shapesBySchema.get(schema);
  if (earlier) return earlier;
  // A schema that contains itself finds this object, which is filled when the walk returns.
  const shape: InputShape = {};
  shapesBySchema.set(schema, shape);
  return Object.assign(shape, build((schema as unknown as z.core.$ZodTypes)._zod.def, shapesBySchema));
}

function build(def: z.core.$ZodTypes["_zod"]["def"], shapesBySchema: Map<z.ZodType, InputShape>): InputShape {
  const of = (schema: z.core.$ZodType) => shapeOf(schema as z.ZodType, shapesBySchema);
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).flatMap(([name, field]): [string, FieldShape][] => {
        const fieldShape = {
          shape: of(field),
          isNullAbsent: accepts(field, undefined) && !accepts(field, null),
          isIgnored: z.globalRegistry.get(field)?.deprecated === true,
        };
        return [
          [name, fieldShape],
          ...otherNames(field).map((other): [string, FieldShape] => [other, { ...fieldShape, standsFor: name }]),
        ];
      });
      const further = def.catchall?._zod.def.type ?? "never";
      return { fields: new Map(fields), isOpen: further !== "never", meant: new Map() };
    }
    case "record":
      return { entries: of(def.valueType) };
    case "array":
      return { items: of(def.element), ...maxItems(def.checks) };
    case "union":
      return def.options.map(of).reduce(either);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return of(def.innerType);
    case "pipe":
      return of(def.in);
    case "lazy":
      return of(def.getter());
    default:
      return {};
  }
}

/** The shape of a value that has one shape or the other. */
function either(one: InputShape, other: InputShape): InputShape {
  const fields = one.fields && other.fields ? new Map([...one.fields, ...other.fields]) : (one.fields ?? other.fields);
  const entries = one.entries ?? other.entries;
  const items = one.items ?? other.items;
  const bounded = one.items && other.items ? undefined : (one.maxItems ?? other.maxItems);
  return {
    ...(fields && { fields, isOpen: one.isOpen === true || other.isOpen === true, meant: new Map() }),
    ...(entries && { entries }),
    ...(items && { items }),
    ...(bounded !== undefined && { maxItems: bounded }),
  };
}

function maxItems(checks: readonly z.core.$ZodCheck<never>[] = []): Pick<InputShape, "maxItems"> {
  for (const check of checks) {
    const { def } = (check as unknown as z.core.$ZodChecks)._zod;
    if (def.check === "max_length") return { maxItems: def.maximum };
  }
  return {};
}

function accepts(schema: z.core.$ZodType, value: null | undefined): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}
