import type { UserSummary } from "@atrium/client";
import { Link } from "@tanstack/react-router";
import type { Column } from "../../../lists/data-table.tsx";
import { useTexts } from "../../../texts/texts.tsx";

/** The columns that identify a person of an organization. */
export function usePeopleColumns(organizationId: string): Column<UserSummary>[] {
  const { data, common } = useTexts();
  return [
    {
      title: common.name,
      cell: ({ name, userId }) => (
        <Link to="/data/person" search={{ organization: organizationId, person: userId }}>
          {name || userId}
        </Link>
      ),
    },
    { title: data.email, cell: ({ email }) => email },
    { title: common.id, cell: ({ userId }) => <code>{userId}</code> },
  ];
}
