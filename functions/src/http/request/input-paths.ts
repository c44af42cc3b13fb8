/** A field of a request: its path, its value, and a setter. */
export interface Slot {
  path: PropertyKey[];
  value: unknown;
  set(value: unknown): void;
}

type Container = Record<PropertyKey, unknown>;

/**
 * The fields at a path such as `commentData[].from`. Values that do not match the path are skipped.
 * @param make whether to create a missing list at the end of the path, with one field to be filled.
 */
export function slotsAt(data: unknown, path: string, { make = false } = {}): Slot[] {
  const isOptional = path.endsWith("?");
  const parts = path.replace(/\?$/, "").split(".");
  return parts
    .reduce<Slot[]>(
      (slots, part, i) => {
        const isLast = i === parts.length - 1;
        return slots.flatMap((slot) => step(slot, part, { isLast, make: make && isLast && !isOptional }));
      },
      [{ path: [], value: data, set: () => undefined }],
    )
    .filter(({ value }) => !(make && isOptional && value === undefined));
}

function step({ path, value: container }: Slot, part: string, { isLast, make }: { isLast: boolean; make: boolean }) {
  if (!isContainer(container)) return [];
  const name = part.replace("[]", "");
  const here = slot(container, name, path);
  if (name === part) return [here];
  if (here.value === undefined && make) here.set([undefined]);
  const list = container[name];
  if (Array.isArray(list)) return list.map((_, i) => slot(list as unknown as Container, i, here.path));
  // A missing list at the end of a required path is reported as missing.
  return isLast && list === undefined ? [here] : [];
}

function slot(container: Container, key: PropertyKey, above: PropertyKey[]): Slot {
  return {
    path: [...above, key],
    value: container[key],
    set: (value) => {
      container[key] = value;
    },
  };
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
