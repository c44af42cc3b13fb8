import type { InspectedRequest } from "@atrium/client";
import { Facts } from "../../components/facts.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { BodyView } from "./body-view.tsx";

const looks = { valid: "good", invalid: "bad", missing: "warn" } as const;

/** Whether a received request carries the signature of an endpoint that delivers to the receiver. */
export function SignatureOfRequest({ request: { signature } }: { request: InspectedRequest }) {
  const { webhooks } = useTexts();
  return <span className={looks[signature]}>{webhooks.signatures[signature]}</span>;
}

/** A received request: its headers and its body. */
export function ReceivedRequest({ request }: { request: InspectedRequest }) {
  const { webhooks } = useTexts();
  return (
    <>
      <Facts facts={[[webhooks.signature, <SignatureOfRequest key="signature" request={request} />]]} />
      <h3>{webhooks.headers}</h3>
      <JsonView value={request.headers} label={webhooks.headers} />
      <h3>{webhooks.body}</h3>
      <BodyView text={request.body} label={webhooks.body} />
    </>
  );
}
