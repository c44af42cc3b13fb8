import { useRouterState } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";

const AnnouncementContext = createContext<((message: ReactNode) => void) | undefined>(undefined);

/**
 * Announces at the bottom of the page what has been done when the page itself does not show it: a new row may be far
 * down in its list. The message stays until it is closed, or until the address changes.
 */
export function Announcements({ children }: { children: ReactNode }) {
  const { common } = useTexts();
  const href = useRouterState({ select: ({ location }) => location.href });
  const [announcement, say] = useState<{ message: ReactNode; at: string }>();
  // The message is dropped for good, so that returning to the address does not repeat it.
  if (announcement && announcement.at !== href) say(undefined);
  const announce = useMemo(() => (message: ReactNode) => say({ message, at: href }), [href]);
  return (
    <AnnouncementContext value={announce}>
      {children}
      {/* While a dialog is closing, it hides everything except live regions from screen readers. */}
      <div className="announcement" role="status" aria-live="polite">
        {announcement && (
          <div className="notice notice-good">
            <span>{announcement.message}</span>
            <Button onClick={() => say(undefined)}>{common.close}</Button>
          </div>
        )}
      </div>
    </AnnouncementContext>
  );
}

/** Returns a function that announces what has been done when the page itself does not show it. */
export function useAnnounce(): (message: ReactNode) => void {
  const announce = use(AnnouncementContext);
  return (message) => announce?.(message);
}

/** Returns a function that announces an added item by its name, which is usually a link to it. */
export function useAnnounceAdded(): (name: ReactNode) => void {
  const { common } = useTexts();
  const announce = useAnnounce();
  return (name) =>
    announce(
      <>
        {common.added} {name}
      </>,
    );
}
