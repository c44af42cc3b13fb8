import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A place in the sources that makes a query, or one of its filters or orders. */
export interface QueryPlace {
  /** Path relative to the folder of the sources. */
  file: string;
  line: number;
  /** URL of the file, and the position in it in UTF-16 units, which type stripping keeps. */
  url: string;
  offset: number;
}

/** V8's counts for one script. */
export interface ScriptCoverage {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

const sources = join(import.meta.dirname, "..", "..", "..", "src");
/** Code that executes or counts queries but does not create any. */
const carriers =
  /^(store\/(sqlite\/|firestore\/|(port|query-plan|metered|buffered-transaction|feed)\.ts)|domain\/quotas\/store\/counted-)/;
const making = /\.(query|count|watch)[<(]|\bop: "([=<>]=?|in|array-contains)"|\b(direction|orderBy)\b/g;
const comments = /\/\*\*.*?\*\/|\/\/[^\n]*/gs;

/** Every place in the sources that makes a query, or one of its filters or orders. */
export function queryPlaces(): QueryPlace[] {
  const files = globSync("**/*.ts", { cwd: sources }).filter(
    (file) => !/\.test\.ts$/.test(file) && !carriers.test(file),
  );
  return files.sort().flatMap((file) => {
    const path = join(sources, file);
    return placesIn(readFileSync(path, "utf8")).map((place) => ({ ...place, file, url: pathToFileURL(path).href }));
  });
}

/** The places in one source text. */
export function placesIn(source: string): { line: number; offset: number }[] {
  const code = source.replaceAll(comments, (comment) => comment.replaceAll(/[^\n]/g, " "));
  return [...code.matchAll(making)].map(({ index }) => ({
    line: source.slice(0, index).split("\n").length,
    offset: index,
  }));
}

/** The places that were not reached, because their code did not run or their file was never loaded. */
export function unreached(places: readonly QueryPlace[], coverage: readonly ScriptCoverage[]): string[] {
  const scripts = new Map(coverage.map((script) => [script.url, script]));
  const missed = places.filter(({ url, offset }) => !isReached(scripts.get(url), offset));
  return [...new Set(missed.map(({ file, line }) => `${file}:${line}`))];
}

/** The innermost range around the position decides. */
function isReached(script: ScriptCoverage | undefined, offset: number): boolean {
  const around = (script?.functions ?? [])
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return (around[0]?.count ?? 0) > 0;
}
