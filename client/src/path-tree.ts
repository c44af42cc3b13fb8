/** Parts of paths. A number is the sum of the flags of an endpoint: 1 write, 2 pages, 4 workspace, 8 public, 16 stream, 32 v1 has it too, 64 v1 has it without pages. */
export interface PathTree {
  /** The endpoint at exactly this path. */
  $?: number;
  [name: string]: PathTree | number | undefined;
}

/**
 * Reads the form that keeps the package small: JSON without quotation marks in which capital letters stand for parts.
 * @param parts what A and the following letters stand for, in reverse order, separated by spaces.
 */
export function readPaths(parts: string, text: string): PathTree {
  const list = parts.split(" ");
  const whole = list.reduce((rest, part, i) => rest.replaceAll(String.fromCharCode(64 + list.length - i), part), text);
  return JSON.parse(whole.replace(/[a-z_$]+/g, '"$&"'));
}
