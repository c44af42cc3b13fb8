import type { WorkspaceAdvancedwebhookEventtypesGetData } from "@atrium/client";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Notice } from "../../components/notice.tsx";
import { completeList } from "../../lists/complete-list.ts";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useUrlState } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useEventTypes } from "./event-types.ts";
import type { KeyClient } from "./key-client.ts";

type EventType = WorkspaceAdvancedwebhookEventtypesGetData[number];

/** Every event type, with the schema of its body and an example. */
export function CatalogueTab(place: KeyClient) {
  const { webhooks, common, data } = useTexts();
  const types = useEventTypes(place);
  const [searchText, setSearchText] = useUrlState("find");
  const [opened, open] = useUrlState("type", "", { isStep: true });
  const rows = types.data?.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(searchText.toLowerCase()),
  );
  const type = types.data?.find(({ name }) => name === opened);
  const columns: Column<EventType>[] = [
    {
      title: webhooks.event,
      width: "minmax(20ch, 1fr)",
      cell: ({ name }) => (
        <Button kind="link" onClick={() => open(name)}>
          <code>{name}</code>
        </Button>
      ),
    },
    {
      title: common.details,
      width: "minmax(20ch, 2fr)",
      cell: ({ description, isEmitted }) => (isEmitted ? description : `${description} (${webhooks.notEmitted})`),
    },
  ];
  return (
    <>
      <div className="filters">
        <SearchField label={webhooks.findEvent} value={searchText} onChange={setSearchText} />
      </div>
      <DataTable
        label={webhooks.catalogue}
        list={completeList(rows, types)}
        columns={columns}
        keyOf={({ name }) => name}
        empty={
          <Notice kind="plain" title={data.noMatch}>
            {data.noMatchHelp}
          </Notice>
        }
      />
      <Dialog isOpen={type !== undefined} onClose={() => open("")} title={type?.name ?? ""}>
        {type && <TypeFacts type={type} />}
        <div className="actions">
          <Button onClick={() => open("")}>{common.close}</Button>
        </div>
      </Dialog>
    </>
  );
}

function TypeFacts({ type: { description, example, schema, isEmitted } }: { type: EventType }) {
  const { webhooks } = useTexts();
  return (
    <>
      <p>{description}</p>
      {!isEmitted && <p className="warn">{webhooks.notEmitted}</p>}
      <h3>{webhooks.example}</h3>
      <JsonView value={example} label={webhooks.example} />
      <h3>{webhooks.schema}</h3>
      <JsonView value={schema} label={webhooks.schema} />
    </>
  );
}
