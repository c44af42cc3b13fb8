/**
 * The first of the given encodings that a client accepts.
 * @param header `Accept-Encoding` of the request.
 * @returns undefined if it accepts none of them.
 */
export function acceptedEncoding<E extends string>(
  header: string | string[] | undefined,
  encodings: readonly E[],
): E | undefined {
  const accepted = String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
    .map(([name]) => name);
  return encodings.find((encoding) => accepted.includes(encoding));
}
