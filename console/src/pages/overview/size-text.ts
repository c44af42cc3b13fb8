const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes in a suitable unit, such as `22.4 MB`. */
export function sizeText(bytes: number, language: string): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(bytes) / 3), 0), units.length - 1);
  const format = new Intl.NumberFormat(language, {
    ...{ style: "unit", unit: units[step] as string, maximumFractionDigits: step === 0 ? 0 : 1 },
  });
  return format.format(bytes / 1000 ** step);
}
