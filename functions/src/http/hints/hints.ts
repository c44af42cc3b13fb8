import { nearest } from "./nearest.ts";

/** Longer paths get no advice: a stranger's path may have 16 KB, and none that is declared has half as many characters. */
const LONGEST_PATH = 200;

/** Which path is meant by one that does not exist. */
export function pathHint(path: string, paths: Iterable<string>): string {
  const all = "GET /openapi.json lists every path, GET /docs explains them.";
  if (path.length > LONGEST_PATH) return all;
  const plain = path.replace(/\/+$/, "").replace(/^\/+/, "/");
  const known = [...paths];
  const ofVersion = plain.replace(/^\/(?!v[12]\/)(v\d+\/)?/i, "/v2/");
  const meant = nearest(ofVersion, known);
  return meant === undefined ? all : `Did you mean ${meant}? ${all}`;
}
