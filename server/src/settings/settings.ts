import { isIP } from "node:net";
import type { QuotaSettings, Settings } from "@atrium/functions/context";
import { quotaSettings } from "@atrium/functions/domain/workspaces/quota";
import { defaultRateLimits } from "@atrium/functions/http/rate-limit";
import { DEFAULT_BODY_BUDGET } from "@atrium/functions/http/request/body-budget";
import { defaultStreamLimits } from "@atrium/functions/http/stream/limits";
import { CHECKPOINT_PAGES } from "@atrium/functions/store/sqlite/checkpoints";
import { DEFAULT_REQUEST_LIMIT } from "../load/admission.ts";
import type { ConnectionLimits } from "../load/connections.ts";
import { logFile } from "../log/log-file.ts";
import { readTracing, type TracingSettings } from "../tracing/settings.ts";
import { type BackupSettings, readBackups } from "./backups.ts";
import { readConnectionLimits } from "./connections.ts";
import { boolean, Environment, SettingsError, wholeNumber } from "./environment.ts";
import { readPermissions } from "./exposure.ts";
import { missingLinks, readMail } from "./mail.ts";
import { readTrustProxy, type TrustProxy } from "./trust-proxy.ts";

/** Settings of the one-machine host, from the environment. */
export interface HostSettings {
  host: string;
  port: number;
  /** The address at which browsers reach the server, without a path; undefined: the address on which it listens. */
  publicUrl: string | undefined;
  /** Folder of the data file and the secrets. */
  dataFolder: string;
  /** The content of a new data folder. */
  seed: "world" | "none";
  /** Number of processes that share the port. */
  workers: number;
  /** `debug`, `info`, `warn`, `error` or `silent`. */
  logLevel: string;
  /** File to which the log is written; undefined: none. */
  logFile: string | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: TrustProxy;
  service: Settings;
  connections: ConnectionLimits;
  /** Whether the page `/demo` exists. Environment `DEMO`. */
  demo: boolean;
  /** Limit of concurrent requests in a process; 0: no limit. */
  requestLimit: number;
  /** Whether webhooks may go to private addresses: by default only if no other machine can reach the server. */
  allowPrivateWebhooks: boolean;
  /** Scheduled backups of the server. */
  backups: BackupSettings | undefined;
  /** Pages in the data file's log before a commit moves them into the file; 0: another program does so. */
  checkpointPages: number;
  /** Token that allows reading `/metrics`, and the reasons in `/ready`, from anywhere. Environment `METRICS_TOKEN`. */
  metricsToken: string | undefined;
  /** Settings of tracing; undefined: no traces. Environment `OTEL_…`. */
  tracing: TracingSettings | undefined;
  /** Sentences about the settings for the operator to read when the server starts. */
  notices: string[];
}

const MIB = 1024 * 1024;

/** Reads the environment. @throws SettingsError naming the variable. */
export function readSettings(variables: Record<string, string | undefined>): HostSettings {
  const environment = new Environment(variables);
  const settings = read(environment);
  return { ...settings, notices: [...environment.checkNames(), ...settings.notices] };
}

/** Prints the notices about the settings to standard error. */
export function printNotices({ notices }: Pick<HostSettings, "notices">): void {
  for (const notice of notices) console.error(`atrium: ${notice}`);
}

function read(environment: Environment): HostSettings {
  const brand = environment.get("HEADER_BRAND") ?? "service";
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(brand))
    throw new SettingsError(`HEADER_BRAND must be a lower-case word, not "${brand}".`);
  const seed = environment.get("ATRIUM_SEED") ?? "world";
  if (seed !== "world" && seed !== "none") throw new SettingsError(`ATRIUM_SEED must be world or none, not "${seed}".`);
  const logLevel = environment.get("LOG_LEVEL") ?? "info";
  if (!["debug", "info", "warn", "error", "silent"].includes(logLevel))
    throw new SettingsError(`LOG_LEVEL must be debug, info, warn, error or silent, not "${logLevel}".`);
  const host = environment.get("HOST") ?? "127.0.0.1";
  if (!isIP(host) && !/^[\w.-]+$/.test(host))
    throw new SettingsError(
      `HOST must be an address such as 127.0.0.1 or ::1, or a name, without brackets or a port, not "${host}".`,
    );
  const permissions = readPermissions(environment, host);
  const connections = readConnectionLimits(environment);
  const dataFolder = environment.get("ATRIUM_DATA") ?? ".atrium";
  const publicUrl = readPublicUrl(environment);
  const mail = readMail(environment);
  const keptLog = environment.get("LOG_FILE") ?? logFile(dataFolder);
  return {
    host,
    port: wholeNumber(environment, "PORT", 5050, 0, 65535),
    publicUrl,
    dataFolder,
    seed,
    workers: wholeNumber(environment, "ATRIUM_WORKERS", 1, 1, 64),
    logLevel,
    logFile: keptLog === "none" ? undefined : keptLog,
    trustProxy: readTrustProxy(environment),
    service: {
      headerBrand: brand,
      allowWorkspaceCreate: permissions.allowWorkspaceCreate,
      issuer: environment.get("TOKEN_ISSUER") ?? "atrium",
      streams: {
        perKey: wholeNumber(environment, "STREAM_LIMIT_PER_KEY", defaultStreamLimits.perKey, 0),
        perUser: wholeNumber(environment, "STREAM_LIMIT_PER_USER", defaultStreamLimits.perUser, 0),
        perAddress: wholeNumber(environment, "STREAM_LIMIT_PER_ADDRESS", defaultStreamLimits.perAddress, 0),
        perProcess: wholeNumber(environment, "STREAM_LIMIT", defaultStreamLimits.perProcess, 0),
      },
      rateLimits: {
        apiKey: wholeNumber(environment, "RATE_LIMIT_PER_MINUTE", defaultRateLimits.apiKey, 0),
        user: wholeNumber(environment, "RATE_LIMIT_USER_PER_MINUTE", defaultRateLimits.user, 0),
        allUsers: wholeNumber(environment, "RATE_LIMIT_ALL_USERS_PER_MINUTE", defaultRateLimits.allUsers, 0),
        workspace: wholeNumber(environment, "RATE_LIMIT_WORKSPACE_PER_MINUTE", defaultRateLimits.workspace, 0),
        public: wholeNumber(environment, "RATE_LIMIT_PUBLIC_PER_MINUTE", defaultRateLimits.public, 0),
      },
      mail,
      viewersAreVisible: boolean(environment, "VIEWERS_ARE_VISIBLE", true),
      crdtEventDelay: wholeNumber(environment, "CRDT_EVENT_SECONDS", 5, 1, 3600) * 1000,
      bodyBudget: wholeNumber(environment, "BODY_BUDGET_MIB", DEFAULT_BODY_BUDGET / MIB, 16, 65_536) * MIB,
      quotas: { apiKey: quota(environment, "QUOTA"), user: quota(environment, "QUOTA_USER") },
    },
    connections: connections.limits,
    demo: boolean(environment, "DEMO", true),
    requestLimit: wholeNumber(environment, "REQUEST_LIMIT", DEFAULT_REQUEST_LIMIT, 0),
    allowPrivateWebhooks: permissions.allowPrivateWebhooks,
    backups: readBackups(environment),
    checkpointPages: wholeNumber(environment, "WAL_CHECKPOINT_PAGES", CHECKPOINT_PAGES, 0, 1_000_000),
    metricsToken: metricsToken(environment),
    tracing: readTracing(environment),
    notices: [...permissions.notices, ...connections.notices, missingLinks(mail, publicUrl) ?? []].flat(),
  };
}

function readPublicUrl(environment: Environment): string | undefined {
  const text = environment.get("ATRIUM_PUBLIC_URL");
  if (text === undefined) return undefined;
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === "/";
  // An empty query or fragment is a mistake too.
  if (!isAddress || /[?#@]/.test(text))
    throw new SettingsError(
      `ATRIUM_PUBLIC_URL must be an http or https address without a path, query, fragment or credentials, such as https://atrium.example.com${text.includes("@") ? "" : `, not "${text}"`}.`,
    );
  return new URL(text).origin;
}

/** Attempts are not limited, so a shorter token could be guessed. */
const LEAST_TOKEN = 16;

function metricsToken(environment: Environment): string | undefined {
  const token = environment.get("METRICS_TOKEN");
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new SettingsError("METRICS_TOKEN must be printable ASCII without spaces, because it is sent in a header.");
  if (token !== undefined && token.length < LEAST_TOKEN)
    throw new SettingsError(
      `METRICS_TOKEN must have at least ${LEAST_TOKEN} characters. \`openssl rand -hex 32\` prints a good one.`,
    );
  return token;
}

/** Reads the limits whose names begin with `prefix`; 0 means no limit. */
function quota(environment: Environment, prefix: "QUOTA" | "QUOTA_USER"): QuotaSettings {
  const documents = wholeNumber(environment, `${prefix}_DOCUMENTS`, 0, 0);
  const bytes = wholeNumber(environment, `${prefix}_MIB`, 0, 0, 1_000_000_000) * MIB;
  const writesPerDay = wholeNumber(environment, `${prefix}_WRITES_PER_DAY`, 0, 0);
  return quotaSettings({ documents, bytes, writesPerDay });
}
