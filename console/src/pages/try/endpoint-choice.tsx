import { useId, useState } from "react";
import { SearchField } from "../../components/fields/search-field.tsx";
import type { Contract } from "../../forms/schema.ts";
import { useTexts } from "../../texts/texts.tsx";

interface EndpointChoiceProps {
  contract: Contract;
  path: string;
  onChoose: (path: string) => void;
}

/** Selects an endpoint of the contract; endpoints are grouped by topic. */
export function EndpointChoice({ contract, path, onChoose }: EndpointChoiceProps) {
  const { tryIt } = useTexts();
  const [searchText, setSearchText] = useState("");
  const id = useId();
  const groups = groupsOf(contract, searchText, path);
  return (
    <div className="filters">
      <SearchField label={tryIt.find} value={searchText} onChange={setSearchText} />
      <div className="field wide">
        <label htmlFor={id}>{tryIt.endpoint}</label>
        <select id={id} value={path} onChange={({ target }) => onChoose(target.value)}>
          <option value="">{tryIt.choose}</option>
          {groups.map(([tag, paths]) => (
            <optgroup key={tag} label={tag}>
              {paths.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The paths that match a search, by topic. The selected path is always included. */
function groupsOf(
  { operations }: Contract,
  searchText: string,
  selectedPath: string,
): [tag: string, paths: string[]][] {
  const groups = new Map<string, string[]>();
  for (const [path, { tag, summary }] of Object.entries(operations)) {
    if (path !== selectedPath && !`${path} ${summary}`.toLowerCase().includes(searchText.toLowerCase())) continue;
    groups.set(tag, [...(groups.get(tag) ?? []), path]);
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}
