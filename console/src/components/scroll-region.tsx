import type { ReactNode, Ref } from "react";

interface ScrollRegionProps {
  /** Names the region for screen readers. */
  label: string;
  className: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of the page with its own scrolling. */
export function ScrollRegion({ label, className, ref, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={className} ref={ref} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
