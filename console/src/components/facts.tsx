import type { ReactNode } from "react";

/** A name, and what is so called. */
export type Fact = readonly [name: string, value: ReactNode];

/** Facts with their names; a dash stands for what is missing. */
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
