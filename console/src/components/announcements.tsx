import { useRouterState } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";

const AnnouncementContext = createContext<((message: ReactNode) => void) | undefined>(undefined);

/**
 * Says below what is shown what has been done, for what can't be seen there: a new row may stand far down in its list. The message
 * stays until it is closed, or something else is opened or looked for.
 */
export function Announcements({ children }: { children: ReactNode }) {
  const { common } = useTexts();
  const href = useRouterState({ select: ({ location }) => location.href });
  const [said, say] = useState<{ message: ReactNode; at: string }>();
  // Whoever comes back to the address later does not hear it again.
  if (said && said.at !== href) say(undefined);
  const announce = useMemo(() => (message: ReactNode) => say({ message, at: href }), [href]);
  return (
    <AnnouncementContext value={announce}>
      {children}
      {/* A dialog that still closes hides all but what is declared as live from screen readers. */}
      <div className="announcement" role="status" aria-live="polite">
        {said && (
          <div className="notice notice-good">
            <span>{said.message}</span>
            <Button onClick={() => say(undefined)}>{common.close}</Button>
          </div>
        )}
      </div>
    </AnnouncementContext>
  );
}

/** Announces what has been done, for what can't be seen where it was done. */
export function useAnnounce(): (message: ReactNode) => void {
  const announce = use(AnnouncementContext);
  return (message) => announce?.(message);
}

/** Announces that something has been added, with its name, which usually leads to it. */
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
