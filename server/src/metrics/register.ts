import type { Context } from "@atrium/functions/context";
import { permissionProviders } from "@atrium/functions/domain/access/store/permission-providers";
import { revocations } from "@atrium/functions/domain/tokens/store/revocations";
import { deliveryMetrics } from "@atrium/functions/domain/webhooks/jobs/delivery-metrics";
import { credentials } from "@atrium/functions/domain/workspaces/store/credentials";
import { userTokens } from "@atrium/functions/http/auth/user-tokens";
import { requestMetrics } from "@atrium/functions/http/request-metrics";
import type { Metrics } from "@atrium/functions/platform/observability/metrics";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";
import { readBackupNote } from "../backup/backup-note.ts";
import { logSize } from "../data/log-size-watch.ts";
import type { ProcessLog } from "../log/log.ts";

/** Registers metrics that would otherwise be missing until the first request or delivery, and those of the server. */
export function registerServerMetrics(
  metrics: Metrics,
  { context, queue, log, dataFolder }: { context: Context; queue: StoreQueue; log: ProcessLog; dataFolder: string },
): void {
  requestMetrics(context);
  deliveryMetrics(context);
  for (const cache of [credentials, revocations, userTokens, permissionProviders]) cache(context);
  queue.registerMetrics(metrics);
  registerBackups(metrics, dataFolder);
  const logHelp = "Size of the write-ahead log of the data file.";
  metrics.register({ name: "atrium_write_ahead_log_bytes", type: "gauge", help: logHelp, of: "store" }, () => [
    { value: logSize(dataFolder) },
  ]);
  metrics.register(
    { name: "atrium_log_lines_dropped_total", type: "counter", help: "Log lines that could not be written." },
    () => [{ value: log.dropped }],
  );
  metrics.register(
    {
      name: "atrium_workers",
      type: "gauge",
      help: "Processes whose figures these are; one that is stuck is missing here and in the other gauges.",
    },
    () => [{ value: 1 }],
  );
}

/** Registers metrics from the record of backups in the data folder, which all workers share. */
function registerBackups(metrics: Metrics, dataFolder: string): void {
  const last = "When the last backup was made, as Unix time. Missing while none was made with `npx atrium backup`.";
  metrics.register({ name: "atrium_last_backup_timestamp_seconds", type: "gauge", help: last, of: "store" }, () => {
    const { last: backup } = readBackupNote(dataFolder);
    return backup ? [{ value: backup.at / 1000 }] : [];
  });
  const failed = "1 if the last try to make a backup failed, else 0.";
  metrics.register({ name: "atrium_last_backup_failed", type: "gauge", help: failed, of: "store" }, () => [
    { value: readBackupNote(dataFolder).failure ? 1 : 0 },
  ]);
}
