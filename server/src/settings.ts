import type { Settings } from "@atrium/functions/context";
import { defaultRateLimits, type RateLimitSettings } from "@atrium/functions/http/rate-limit";
import { defaultStreamLimits } from "@atrium/functions/http/stream-limits";

/** Everything that the environment sets on one machine. */
export interface HostSettings {
  host: string;
  port: number;
  /** Folder of the data file and the secrets. */
  dataFolder: string;
  /** What a new data folder starts with. */
  seed: "world" | "none";
  /** Processes that share the port. */
  workers: number;
  /** `debug`, `info`, `warn`, `error` or `silent`. */
  logLevel: string;
  service: Settings;
  rateLimits: RateLimitSettings;
  /** Whether webhooks may go to private addresses: on by default, since one machine is often its own customer. */
  allowPrivateWebhooks: boolean;
}

/** The operator's mistake; the message says what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

type Environment = Record<string, string | undefined>;

/** Reads the environment. @throws SettingsError naming the variable. */
export function readSettings(environment: Environment): HostSettings {
  const brand = environment.HEADER_BRAND || "service";
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(brand))
    throw new SettingsError(`HEADER_BRAND must be a lower-case word, not "${brand}".`);
  const seed = environment.ATRIUM_SEED || "world";
  if (seed !== "world" && seed !== "none") throw new SettingsError(`ATRIUM_SEED must be world or none, not "${seed}".`);
  const logLevel = environment.LOG_LEVEL || "info";
  if (!["debug", "info", "warn", "error", "silent"].includes(logLevel))
    throw new SettingsError(`LOG_LEVEL must be debug, info, warn, error or silent, not "${logLevel}".`);
  return {
    host: environment.HOST || "127.0.0.1",
    port: wholeNumber(environment, "PORT", 5050, 0, 65535),
    dataFolder: environment.ATRIUM_DATA || ".atrium",
    seed,
    workers: wholeNumber(environment, "ATRIUM_WORKERS", 1, 1, 64),
    logLevel,
    service: {
      headerBrand: brand,
      allowWorkspaceCreate: environment.ALLOW_WORKSPACE_CREATE !== "false",
      issuer: environment.TOKEN_ISSUER || "atrium",
      streams: {
        perKey: wholeNumber(environment, "STREAM_LIMIT_PER_KEY", defaultStreamLimits.perKey, 0),
        perProcess: wholeNumber(environment, "STREAM_LIMIT", defaultStreamLimits.perProcess, 0),
      },
    },
    allowPrivateWebhooks: environment.ALLOW_PRIVATE_WEBHOOKS !== "false",
    rateLimits: {
      apiKey: wholeNumber(environment, "RATE_LIMIT_PER_MINUTE", defaultRateLimits.apiKey, 0),
      user: wholeNumber(environment, "RATE_LIMIT_USER_PER_MINUTE", defaultRateLimits.user, 0),
      workspace: wholeNumber(environment, "RATE_LIMIT_WORKSPACE_PER_MINUTE", defaultRateLimits.workspace, 0),
      public: wholeNumber(environment, "RATE_LIMIT_PUBLIC_PER_MINUTE", defaultRateLimits.public, 0),
    },
  };
}

function wholeNumber(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw new SettingsError(
      `${name} must be a whole number ${max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`}, not "${text}".`,
    );
  return value;
}
