import { Tabs as Parts } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { useUrlState } from "../router/url-state.ts";

/** One of several views of a page. */
interface Tab {
  id: string;
  title: string;
  content: () => ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** Its name in the address. Default: tab. */
  name?: string;
  /** Whether the view may be left, which is asked before another one is chosen. Missing: always. */
  mayLeave?: () => boolean;
}

/** Several views of a page, one at a time; the address keeps which. */
export function Tabs({ label, tabs, name = "tab", mayLeave = () => true }: TabsProps) {
  const [chosen, change] = useUrlState(name, tabs[0]?.id, { isStep: true });
  // An address may name a view that this session does not have.
  const value = tabs.some(({ id }) => id === chosen) ? chosen : tabs[0]?.id;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen view says which tab has to be seen.
  useEffect(() => showChosen(list.current), [value]);
  return (
    <Parts.Root value={value} onValueChange={(next) => mayLeave() && change(String(next))}>
      <Parts.List ref={list} className="tabs" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Parts.Tab key={id} value={id} className="tab">
            {title}
          </Parts.Tab>
        ))}
      </Parts.List>
      {tabs.map(({ id, content }) => (
        <Parts.Panel key={id} value={id} className="panel">
          {content()}
        </Parts.Panel>
      ))}
    </Parts.Root>
  );
}

/** Brings the chosen tab to the middle where the tabs are a row that scrolls sideways; the page stays where it is. */
function showChosen(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>("[aria-selected=true]");
  if (list && tab) list.scrollLeft = tab.offsetLeft + (tab.offsetWidth - list.clientWidth) / 2;
}
