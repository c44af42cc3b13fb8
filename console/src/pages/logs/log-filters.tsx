import { CheckField } from "../../components/fields/check-field.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { Filters } from "../../components/filters.tsx";
import { useUrlState } from "../../router/url-state.ts";
import { useApiKeys } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { numberOf, statusesOf } from "./typed-numbers.ts";

/** Values of the query parameter for calls made by consoles. */
const [HIDDEN, SHOWN] = ["hidden", "shown"];

/** The filters of the request log, which the address keeps. */
export function LogFilters() {
  const { logs } = useTexts();
  const keys = useApiKeys();
  const [path, setPath] = useUrlState("path");
  const [status, setStatus] = useUrlState("status");
  const [user, setUser] = useUrlState("user");
  const [requestId, setRequestId] = useUrlState("requestId");
  const [of, setOf] = useUrlState("of");
  const [slower, setSlower] = useUrlState("slower");
  const [consoles, setConsoles] = useUrlState("consoles", HIDDEN);
  const names = keys.data?.map(({ id, apiKeyName }) => [id, apiKeyName || id] as const) ?? [];
  return (
    <Filters>
      <SearchField label={logs.path} value={path} onChange={setPath} />
      <SearchField
        label={logs.status}
        value={status}
        onChange={setStatus}
        issue={statusesOf(status) === "wrong" ? logs.wrongStatus : undefined}
      />
      <SearchField label={logs.user} value={user} onChange={setUser} />
      <SearchField label={logs.requestId} value={requestId} onChange={setRequestId} />
      <SearchField
        label={logs.slowerThan}
        value={slower}
        onChange={setSlower}
        issue={numberOf(slower) === "wrong" ? logs.wrongNumber : undefined}
      />
      <ChoiceField
        label={logs.key}
        value={of}
        choices={{ "": logs.anyKey, ...Object.fromEntries(names) }}
        onChange={setOf}
      />
      <CheckField
        label={logs.hideConsoles}
        isOn={consoles === HIDDEN}
        onChange={(isOn) => setConsoles(isOn ? HIDDEN : SHOWN)}
      />
    </Filters>
  );
}
