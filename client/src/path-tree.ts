/**
 * Segments of paths. A number is the flags of an endpoint: the sum of 1 write, 2 paged, 4 workspace, 8 public, 16
 * stream, 32 also in v1, 64 also in v1 but without pages.
 */
export interface PathTree {
  /** The endpoint at exactly this path. */
  $?: number;
  [name: string]: PathTree | number | undefined;
}

/**
 * Reads the compact form, which keeps the package small: JSON without quotation marks in which capital letters stand for
 * parts.
 * @param parts the parts for A and the following letters, in reverse order, separated by spaces.
 */
export function readPaths(parts: string, text: string): PathTree {
  const list = parts.split(" ");
  const whole = list.reduce((rest, part, i) => rest.replaceAll(String.fromCharCode(64 + list.length - i), part), text);
  return JSON.parse(whole.replace(/[a-z_$]+/g, '"$&"'));
}
