import { useQueryClient } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { Announcements } from "../components/announcements.tsx";
import { Drafts } from "../pages/try/drafts.tsx";
import { pageEntries } from "../pages.ts";
import { useUrlValues } from "../router/url-state.ts";
import { useKeyInAddress } from "../session/current-key.ts";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { EndedSession } from "./ended-session.tsx";
import { useKeptFocus } from "./kept-focus.ts";
import { KeySwitch } from "./key-switch.tsx";
import { preloadPages } from "./preload-pages.ts";
import { SettingsMenu } from "./settings-menu.tsx";
import { UnreachableNotice } from "./unreachable-notice.tsx";

/** The frame around every page: navigation, API key switch and settings. */
export function Shell() {
  const { common, pages } = useTexts();
  const { isReadOnly } = useSession();
  const queries = useQueryClient();
  useEffect(() => void preloadPages(queries), [queries]);
  useKeyInAddress();
  useCurrentLinkInView();
  useKeptFocus();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {common.skip}
      </a>
      <header className="head">
        <Link to="/" className="brand">
          {common.console}
        </Link>
        {isReadOnly && <span className="badge">{common.readOnly}</span>}
        <KeySwitch />
        <SettingsMenu />
      </header>
      <nav className="navigation" aria-label={common.navigation}>
        <ul>
          {pageEntries.map(
            ({ path, label }) =>
              label && (
                <li key={path}>
                  <Link to={path} activeOptions={{ exact: path === "/", includeSearch: false }}>
                    {pages[label]}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </nav>
      <main id="content" className="content" tabIndex={-1}>
        <UnreachableNotice />
        <EndedSession />
        <Announcements>
          <Drafts>
            <Outlet />
          </Drafts>
        </Announcements>
      </main>
    </div>
  );
}

/** Scrolls the current page's link into view if the navigation is a row that scrolls sideways. */
function useCurrentLinkInView(): void {
  const values = useUrlValues();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the address may change the page.
  useEffect(() => {
    document.querySelector(".navigation [aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [values]);
}
