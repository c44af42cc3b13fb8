/** One or two decimal numbers: SQLite's commit number, or Firestore's `seconds.nanoseconds`. */
const VERSION = /^(\d{1,15})(?:\.(\d{1,9}))?$/;

/**
 * Orders versions of one store by commit: negative when `a` is earlier. All writes of one commit have the same version.
 * @throws TypeError for text that is not a version.
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (!first || !second) throw new TypeError(`"${first ? b : a}" is not a version.`);
  return first[0] - second[0] || first[1] - second[1];
}

/**
 * Whether a version is later than a watermark, a version that a caller received earlier. Every version is newer than an
 * invalid watermark, so that such a caller receives too much rather than too little.
 */
export function isNewer(version: string, watermark: string): boolean {
  return !parse(watermark) || compareVersions(version, watermark) > 0;
}

function parse(version: string): [number, number] | undefined {
  const [, whole, part = "0"] = VERSION.exec(version) ?? [];
  return whole === undefined ? undefined : [Number(whole), Number(part)];
}
