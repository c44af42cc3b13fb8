/** A field of a request: where it is, what it holds, and how to change that. */
export interface Slot {
  path: PropertyKey[];
  value: unknown;
  set(value: unknown): void;
}

type Container = Record<PropertyKey, unknown>;

/**
 * The fields at a path such as `commentData[].from`. What has another form than the path says is passed over.
 * @param make whether a missing list at the end of the path is made, with one field to be filled.
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
  // A list that is missing at the end of a path that must be there is told as such.
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
