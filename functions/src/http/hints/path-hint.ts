import { nearest } from "./nearest.ts";

/** Longer paths, in characters, get no suggestion: comparing them is expensive, and no declared path is half as long. */
const MAX_PATH_LENGTH = 200;

/** Suggests the path that a mistyped path stands for. */
export function pathHint(path: string, paths: Iterable<string>): string {
  const all = "GET /openapi.json lists every path, GET /docs explains them.";
  if (path.length > MAX_PATH_LENGTH) return all;
  const plain = path.replace(/\/+$/, "").replace(/^\/+/, "/");
  const knownPaths = [...paths];
  const ofVersion = plain.replace(/^\/(?!v[12]\/)(v\d+\/)?/i, "/v2/");
  const suggestion = nearest(ofVersion, knownPaths);
  return suggestion === undefined ? all : `Did you mean ${suggestion}? ${all}`;
}
