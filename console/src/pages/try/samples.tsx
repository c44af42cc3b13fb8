import type { Call } from "../../../../site/snippets/call.ts";
import { languages } from "../../../../site/snippets/languages.ts";
import { variables } from "../../../../site/snippets/variables.ts";
import { Tabs } from "../../components/tabs.tsx";
import { TextView } from "../../components/text-view.tsx";
import type { FormValue } from "../../forms/form-value.ts";
import type { Operation } from "../../forms/schema.ts";
import { headerBrand } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";

interface SamplesProps {
  path: string;
  operation: Operation;
  input: FormValue;
}

/** Name of the query parameter that keeps which program is shown. */
export const samplesTab = "language";

/** Programs that make the call of the form. */
export function Samples({ path, operation, input }: SamplesProps) {
  const { tryIt } = useTexts();
  const call: Call = {
    ...{ method: "POST", path, body: { data: input }, origin: location.origin },
    credentials: credentialsOf(operation.caller),
  };
  return (
    <section className="section">
      <h2>{tryIt.samples}</h2>
      <p className="quiet">{tryIt.samplesLead}</p>
      <Tabs
        label={tryIt.samples}
        name={samplesTab}
        tabs={languages.map(({ id, name, write }) => ({
          id,
          title: name,
          content: () => <TextView text={write(call)} label={name} />,
        }))}
      />
    </section>
  );
}

const headers: Record<string, string> = {
  apiKey: "api-key",
  authToken: "auth-token",
  workspaceId: "workspace-id",
  workspaceAuthToken: "workspace-auth-token",
};

function credentialsOf(caller: Operation["caller"]): Call["credentials"] {
  if (caller === undefined) return [];
  const variable = (scheme: string) => variables[scheme] ?? "";
  if (caller === "userToken")
    return [{ scheme: caller, header: "authorization", prefix: "Bearer ", variable: variable(caller) }];
  const schemes = caller === "workspaceId" ? ["workspaceId", "workspaceAuthToken"] : ["apiKey", "authToken"];
  return schemes.map((scheme) => ({
    ...{ scheme, prefix: "", variable: variable(scheme) },
    header: `x-${headerBrand}-${headers[scheme]}`,
  }));
}
