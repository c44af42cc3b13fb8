import type { ReactNode } from "react";

/** A name with its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** A list of names and values; a dash replaces a missing value. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined || value === null || value === false ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
