import { type ReactNode, useEffect } from "react";
import { useTexts } from "../texts/texts.tsx";

interface PageProps {
  title: string;
  /** Shown beside the title, such as buttons. */
  actions?: ReactNode;
  /** One sentence about the page. */
  lead?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: its heading, which is also the title of the tab, and its content. */
export function Page({ title, actions, lead, children }: PageProps) {
  const { common } = useTexts();
  useEffect(() => {
    document.title = `${title} · ${common.console}`;
  }, [title, common]);
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {lead && <p className="quiet">{lead}</p>}
      {children}
    </>
  );
}
