import { nearest } from "@atrium/functions/http/hints/nearest";

/** A mistake of the operator; the message says what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Prefixes of Atrium's own variable names. */
const PREFIXES = [
  "ATRIUM_",
  "ALLOW_",
  "RATE_LIMIT",
  "STREAM_LIMIT",
  "QUOTA_",
  "TRUST_PROX",
  "HEADER_BRAND",
  "TOKEN_ISSUER",
  "METRICS_",
];

/**
 * Names with other prefixes belong to other programs, unless they differ from one of ours by at most this many mistakes.
 */
const MISTAKES_OF_STRANGERS = 2;
/** Names shorter than `SHORT` are not compared with ours; names shorter than `LONG` may have one mistake at most. */
const [SHORT, LONG] = [8, 9];

/** Variables that the server ignores but that the examples, the client, the emulators or the cloud deployment read. */
const READ_BY_OTHER_PROGRAMS = new Set([
  ...["ATRIUM_URL", "ATRIUM_API_KEY", "ATRIUM_AUTH_TOKEN", "ATRIUM_WORKSPACE_ID", "ATRIUM_WORKSPACE_AUTH_TOKEN"],
  ...["ATRIUM_FIREBASE_TOOLS", "ATRIUM_STORE", "ATRIUM_STORE_FILE", "ATRIUM_REGION", "ATRIUM_MEMORY_MIB"],
  ...[
    "ATRIUM_MIN_INSTANCES",
    "ATRIUM_MAX_INSTANCES",
    "ATRIUM_FUNCTIONS",
    "ATRIUM_TASKS_ACCOUNT",
    "ATRIUM_ENCRYPTION_KEY",
    "ATRIUM_SIGNING_KEYS",
  ],
]);

/** The environment variables of a process. Remembers which names were read: these are the existing settings. */
export class Environment {
  readonly #variables: Record<string, string | undefined>;
  readonly #settings = new Set<string>();

  constructor(variables: Record<string, string | undefined>) {
    this.#variables = variables;
  }

  /**
   * The value; undefined if it is missing or empty.
   * @throws SettingsError if it is only white space, which is always a mistake.
   */
  get(name: string): string | undefined {
    this.#settings.add(name);
    const text = this.#variables[name] || undefined;
    if (text?.trim() === "")
      throw new SettingsError(`${name} contains only white space. Set it to a value, or unset it.`);
    return text;
  }

  /**
   * Finds unread variables that resemble ours. Call it after all settings have been read.
   * @returns a sentence for each name that resembles no setting: it may belong to another program.
   * @throws SettingsError for a misspelt setting: without it the server would run with the default, which may be less
   * safe.
   */
  checkNames(): string[] {
    const all = Object.keys(this.#variables);
    const unread = all.filter((name) => this.#isUnread(name));
    for (const name of all) {
      const suggestion = unread.includes(name) ? this.#meant(name) : this.#meantByStranger(name);
      if (suggestion !== undefined)
        throw new SettingsError(`There is no setting ${name}. Did you mean ${suggestion}? Rename it or unset it.`);
    }
    return unread.map((name) => `There is no setting ${name}; it is ignored. docs/settings.md lists the settings.`);
  }

  #isUnread(name: string): boolean {
    return (
      PREFIXES.some((prefix) => name.startsWith(prefix)) &&
      !this.#settings.has(name) &&
      !READ_BY_OTHER_PROGRAMS.has(name) &&
      !isServiceLink(name, this.#variables[name] ?? "")
    );
  }

  /** The setting that was meant if the first word is misspelt, so that the prefix is not one of ours. */
  #meantByStranger(name: string): string | undefined {
    // OpenTelemetry has many more variables than are read here, some with very similar names.
    if (name.startsWith("OTEL_") || this.#settings.has(name) || READ_BY_OTHER_PROGRAMS.has(name)) return undefined;
    // Names without underscores belong to other programs, unless one is a whole name of ours without its underscores.
    if (!/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name)) return [...this.#settings].find((one) => joined(one) === name);
    // Short names are easily similar by chance.
    if (name.length < SHORT) return undefined;
    return nearest(name, this.#settings, name.length < LONG ? 1 : MISTAKES_OF_STRANGERS);
  }

  #meant(name: string): string | undefined {
    const unprefixed = name.replace(/^ATRIUM_/, "");
    return nearest(name, this.#settings) ?? (this.#settings.has(unprefixed) ? unprefixed : undefined);
  }
}

/** A name without its underscores; undefined if it has none. */
function joined(name: string): string | undefined {
  return name.includes("_") ? name.replaceAll("_", "") : undefined;
}

/** Kubernetes sets such variables in every container if a service is called `atrium`. */
function isServiceLink(name: string, value: string): boolean {
  return /^ATRIUM_(SERVICE_|PORT_\d)/.test(name) || (name === "ATRIUM_PORT" && /^(tcp|udp|sctp):\/\//.test(value));
}

const YES = ["true", "1", "yes", "on"];
const NO = ["false", "0", "no", "off"];

/** Reads a boolean, ignoring case. @throws SettingsError for a word that is not a boolean. */
export function boolean(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment.get(name);
  if (text === undefined) return fallback;
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new SettingsError(`${name} must be true or false (or 1, 0, yes, no, on, off), not "${text}".`);
}

/**
 * Reads a whole number in decimal digits.
 * @throws SettingsError for anything else, such as `1e3`, and for values out of bounds.
 */
export function wholeNumber(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const text = environment.get(name);
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  // The message names both bounds if the value exceeds the maximum.
  const isBounded = max < Number.MAX_SAFE_INTEGER || value > max;
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw new SettingsError(
      `${name} must be a whole number ${isBounded ? `from ${min} to ${max}` : `of at least ${min}`}, not "${text}".`,
    );
  return value;
}
