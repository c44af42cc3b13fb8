import type { ReactNode, Ref } from "react";

interface ScrollRegionProps {
  /** Names it for those who do not see it. */
  label: string;
  className: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of the page that scrolls by itself. */
export function ScrollRegion({ label, className, ref, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard too.
    <section className={className} ref={ref} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
