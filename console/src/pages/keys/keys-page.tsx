import type { ApiKeySummary } from "@atrium/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";

/** The API keys of the workspace. */
export default function KeysPage() {
  const { pages, keys, common } = useTexts();
  const { client, login, isReadOnly } = useSession();
  const [isCreating, setCreating] = useState(false);
  const list = useList({
    queryKey: [login.workspaceId, "keys", "list"],
    fetchPage: (page, signal) => client.workspace.apikeys.get(page, { signal }),
  });
  const columns: Column<ApiKeySummary>[] = [
    {
      title: keys.nameOfKey,
      cell: ({ id, apiKeyName }) => (
        <Link to="/keys/$apiKey" params={{ apiKey: id }}>
          {apiKeyName || id}
        </Link>
      ),
    },
    { title: common.id, cell: ({ id }) => <code>{id}</code>, width: "minmax(16ch, 2fr)" },
    { title: keys.typeOfKey, cell: ({ type }) => keys.types[type], width: "minmax(11ch, 0.5fr)" },
  ];
  const create = !isReadOnly && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {keys.create}
    </Button>
  );
  const empty = (
    <Notice kind="plain" title={keys.empty}>
      {keys.emptyHelp}
    </Notice>
  );
  return (
    <Page title={pages.keys} lead={keys.lead} actions={create}>
      <DataTable label={pages.keys} list={list} columns={columns} keyOf={({ id }) => id} empty={empty} />
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}
