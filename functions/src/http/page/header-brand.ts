/** The text of a file, in which headers are named `x-service-…`, with the operator's brand in their names. */
export function withHeaderBrand(text: string, brand: string): string {
  return text.replaceAll("x-service-", `x-${brand}-`);
}
