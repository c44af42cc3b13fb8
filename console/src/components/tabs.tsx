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
  /** Name of the query parameter that keeps the selected tab. Default: tab. */
  name?: string;
  /** Called before another view is selected; false keeps the current one. Default: always true. */
  mayLeave?: () => boolean;
}

/** Several views of a page, shown one at a time; the address keeps the selected one. */
export function Tabs({ label, tabs, name = "tab", mayLeave = () => true }: TabsProps) {
  const [chosenId, change] = useUrlState(name, tabs[0]?.id, { isStep: true });
  // The address may name a view that this session does not offer.
  const value = tabs.some(({ id }) => id === chosenId) ? chosenId : tabs[0]?.id;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection moves another tab into view.
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

/** Centres the selected tab if the row of tabs scrolls sideways, without scrolling the page. */
function showChosen(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>("[aria-selected=true]");
  if (list && tab) list.scrollLeft = tab.offsetLeft + (tab.offsetWidth - list.clientWidth) / 2;
}
