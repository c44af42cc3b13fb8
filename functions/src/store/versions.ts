/** Two decimal numbers at most: SQLite's number of the commit, or Firestore's `seconds.nanoseconds`. */
const VERSION = /^(\d{1,15})(?:\.(\d{1,9}))?$/;

/**
 * Orders versions of one store by commit: below zero when `a` is the earlier one. What one commit has written has one version.
 * @throws TypeError for a text that is no version.
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  if (!first || !second) throw new TypeError(`"${first ? b : a}" is not a version.`);
  return first[0] - second[0] || first[1] - second[1];
}

/**
 * Whether a version is later than a watermark: a version that was told before, which a caller has brought back. Everything
 * is newer than a text that is no version, so that whoever brings a wrong one is told too much and never too little.
 */
export function isNewer(version: string, watermark: string): boolean {
  return !parse(watermark) || compareVersions(version, watermark) > 0;
}

function parse(version: string): [number, number] | undefined {
  const [, whole, part = "0"] = VERSION.exec(version) ?? [];
  return whole === undefined ? undefined : [Number(whole), Number(part)];
}
