import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import type { LoggedRequest } from "./logs-page.tsx";

interface RequestDialogProps {
  request: LoggedRequest | undefined;
  onClose: () => void;
}

/** Everything the log contains about a request. */
export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const { common } = useLanguage().texts;
  return (
    <Dialog isOpen={request !== undefined} onClose={onClose} title={request?.path ?? ""}>
      {request && <RequestFacts request={request} />}
      <div className="actions">
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

function RequestFacts({ request }: { request: LoggedRequest }) {
  const { language, texts } = useLanguage();
  const { logs, common, pages } = texts;
  const { requestId, time, method, path, status, ms, bytes, ip, apiKey, userId, reads, writes, trips, via, error } =
    request;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <>
      <Facts
        facts={[
          [logs.requestId, <code key="id">{requestId}</code>],
          [common.time, <Time key="time" at={Date.parse(time)} isExact />],
          [logs.endpoint, `${method} ${path}`],
          [logs.status, status],
          ...(error ? [[logs.reason, `${error.status}: ${error.message}`] as const] : []),
          [logs.duration, `${number.format(ms)} ms`],
          [logs.cost, `${reads} / ${writes} / ${trips}`],
          [logs.size, bytes === undefined ? undefined : number.format(bytes)],
          [logs.key, apiKey && <code key="key">{apiKey}</code>],
          [logs.user, userId],
          [logs.via, logs.ways[via]],
          [logs.ip, ip],
        ]}
      />
      {path.startsWith("/v2/") && (
        <Link to="/try" search={{ endpoint: path, key: apiKey }}>
          {pages.tryIt}
        </Link>
      )}
    </>
  );
}
