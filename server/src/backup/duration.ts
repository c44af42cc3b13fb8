const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90m`, `1h` or `2d` in ms, at least a minute and at most 20 days; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, number = "", unit = "s"] = /^(\d{1,7})([smhd])$/.exec(text.trim()) ?? [];
  const ms = Number(number) * UNITS[unit as keyof typeof UNITS];
  return number !== "" && ms >= UNITS.m && ms <= 20 * UNITS.d ? ms : undefined;
}

/** Elapsed time in words: `3 hours`. @param ms not negative. */
export function describeDuration(ms: number): string {
  for (const [unit, name] of [
    [UNITS.d, "day"],
    [UNITS.h, "hour"],
    [UNITS.m, "minute"],
  ] as const) {
    const number = Math.floor(ms / unit);
    if (number > 0) return `${number} ${name}${number === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}
