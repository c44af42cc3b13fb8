import { ErrorPanel } from "../../components/error-panel.tsx";
import { Loading } from "../../components/loading.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useContract } from "../../forms/contract.ts";
import { useUrlState } from "../../router/url-state.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { CallForm } from "./call-form.tsx";
import { EndpointChoice } from "./endpoint-choice.tsx";
import { PlacedExample } from "./placed-example.tsx";

/** A page to try out any endpoint: a form for its input, the call, and programs that make the same call. */
export default function TryPage() {
  const { pages, tryIt } = useTexts();
  const { client } = useSession();
  const contract = useContract();
  const [path, choose] = useUrlState("endpoint");
  const operation = contract.data?.operations[path];
  return (
    <Page title={pages.tryIt} lead={tryIt.lead}>
      {contract.error && <ErrorPanel error={contract.error} onRetry={() => void contract.refetch()} />}
      {!contract.data && !contract.error && <Loading />}
      {contract.data && <EndpointChoice contract={contract.data} path={path} onChoose={choose} />}
      {contract.data && !operation && <Notice kind="plain" title={tryIt.choose} />}
      {contract.data &&
        operation &&
        (operation.caller === "apiKey" ? (
          <WithCurrentKey>
            {(keyClient, apiKey) => (
              <PlacedExample client={keyClient} apiKey={apiKey} operation={operation}>
                {(placed) => (
                  <CallForm
                    key={path}
                    client={keyClient}
                    apiKey={apiKey}
                    contract={contract.data}
                    path={path}
                    operation={placed}
                  />
                )}
              </PlacedExample>
            )}
          </WithCurrentKey>
        ) : (
          <CallForm key={path} client={client} contract={contract.data} path={path} operation={operation} />
        ))}
    </Page>
  );
}
