import type { Ajv2020 } from "ajv/dist/2020.js";

/** Adds to a validator the extensions with which the contract expresses what JSON Schema can't. */
export function addExtensions(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: "x-max-bytes",
    type: "string",
    validate: (most: number, text: string) => Buffer.byteLength(text) <= most,
  });
  ajv.addKeyword({ keyword: "x-max-depth", validate: (most: number, json: unknown) => isWithin(json, most) });
  ajv.addKeyword({ keyword: "x-unique-by", type: "array", validate: areUnique });
}

/** Whether arrays and objects nest at most `levels` deep. */
function isWithin(json: unknown, levels: number): boolean {
  if (typeof json !== "object" || json === null) return true;
  return levels > 0 && Object.values(json).every((inner) => isWithin(inner, levels - 1));
}

/** Whether no two items have the same values of these fields; items without the first field never count as the same. */
function areUnique(names: readonly string[], items: readonly unknown[]): boolean {
  const ids = items.flatMap((item) => {
    const fields = names.map((name) => (item as Record<string, unknown> | null)?.[name] ?? undefined);
    // An organization is identified by its id alone.
    const used = fields[0] === "organization" ? fields.slice(0, 2) : fields;
    return fields[0] === undefined ? [] : [JSON.stringify(used)];
  });
  return new Set(ids).size === ids.length;
}
