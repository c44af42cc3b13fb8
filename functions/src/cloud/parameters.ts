import { defineBoolean, defineInt, defineSecret, defineString } from "firebase-functions/params";
import { defaultMailLimits } from "#domain/mail/mail-limits";
import { defaultRateLimits } from "#http/rate-limit";
import { DEFAULT_BODY_BUDGET } from "#http/request/body-budget";
import { defaultStreamLimits } from "#http/stream/limits";

/** 32 bytes in base64: encrypts stored credentials. Created by `npx atrium secrets new encryption-key`. */
export const encryptionKey = defineSecret("ATRIUM_ENCRYPTION_KEY");
/**
 * JSON list of the private keys of user tokens; the first one signs. Created by `npx atrium secrets new signing-keys`.
 */
export const signingKeys = defineSecret("ATRIUM_SIGNING_KEYS");

/** Region of the functions and of their task queues. */
export const region = defineString("ATRIUM_REGION", { default: "us-central1" });
/** Memory of an instance in MiB, for functions whose declaration sets none. */
export const memory = defineInt("ATRIUM_MEMORY_MIB", { default: 256 });
/** Instances of each endpoint's function that are kept warm, and paid for, even without calls. */
export const minInstances = defineInt("ATRIUM_MIN_INSTANCES", { default: 0 });
/** Maximum number of instances of one function. Cloud Run refuses to deploy one whose instances may exceed the quota. */
export const maxInstances = defineInt("ATRIUM_MAX_INSTANCES", { default: 20 });
/** Service account whose identity calls the job functions; if empty, the account of the functions. */
export const tasksAccount = defineString("ATRIUM_TASKS_ACCOUNT", { default: "" });

/** The address of the service as browsers reach it, without a path; if empty, that of the project's hosting. */
export const publicUrl = defineString("ATRIUM_PUBLIC_URL", { default: "" });

/** Settings that have an environment variable of the same name on one machine. */
export const headerBrand = defineString("HEADER_BRAND", { default: "service" });
export const tokenIssuer = defineString("TOKEN_ISSUER", { default: "atrium" });
export const allowWorkspaceCreate = defineBoolean("ALLOW_WORKSPACE_CREATE", { default: false });
export const rateLimits = {
  apiKey: defineInt("RATE_LIMIT_PER_MINUTE", { default: defaultRateLimits.apiKey }),
  user: defineInt("RATE_LIMIT_USER_PER_MINUTE", { default: defaultRateLimits.user }),
  allUsers: defineInt("RATE_LIMIT_ALL_USERS_PER_MINUTE", { default: defaultRateLimits.allUsers }),
  workspace: defineInt("RATE_LIMIT_WORKSPACE_PER_MINUTE", { default: defaultRateLimits.workspace }),
  public: defineInt("RATE_LIMIT_PUBLIC_PER_MINUTE", { default: defaultRateLimits.public }),
};
export const streamLimits = {
  perKey: defineInt("STREAM_LIMIT_PER_KEY", { default: defaultStreamLimits.perKey }),
  perUser: defineInt("STREAM_LIMIT_PER_USER", { default: defaultStreamLimits.perUser }),
  perAddress: defineInt("STREAM_LIMIT_PER_ADDRESS", { default: defaultStreamLimits.perAddress }),
  perProcess: defineInt("STREAM_LIMIT", { default: defaultStreamLimits.perProcess }),
};
/** The SMTP server, with its credentials, for API keys without their own mail provider; empty if there is none. */
export const smtpUrl = defineString("SMTP_URL", { default: "" });
/** Sender of mails of API keys that set none. */
export const mailFrom = defineString("MAIL_FROM", { default: "" });
/**
 * Maximum number of mails of an API key in a minute, counted by each instance, and to one person in an hour; 0 turns a
 * limit off.
 */
export const mailsPerMinute = defineInt("MAIL_LIMIT_PER_MINUTE", { default: defaultMailLimits.perMinute });
export const mailsPerRecipient = defineInt("MAIL_LIMIT_PER_RECIPIENT", { default: defaultMailLimits.perRecipient });
/** Whether others in an editor see the cursors of people who may only read. */
export const viewersAreVisible = defineBoolean("VIEWERS_ARE_VISIBLE", { default: true });
/** Interval between two events of an editor that is edited live, in seconds. */
export const crdtEventSeconds = defineInt("CRDT_EVENT_SECONDS", { default: 5 });
/**
 * Maximum size of the request bodies that one process holds at once, in MiB; further requests are answered UNAVAILABLE.
 */
export const bodyBudget = defineInt("BODY_BUDGET_MIB", { default: DEFAULT_BODY_BUDGET / 1024 / 1024 });
/** Maximum that one API key may store, and may write in a day; 0 turns a bound off. */
export const quota = {
  documents: defineInt("QUOTA_DOCUMENTS", { default: 0 }),
  mib: defineInt("QUOTA_MIB", { default: 0 }),
  writesPerDay: defineInt("QUOTA_WRITES_PER_DAY", { default: 0 }),
};
/** Maximum that one user of an API key may have added, and may write in a day; 0 turns a bound off. */
export const userQuota = {
  documents: defineInt("QUOTA_USER_DOCUMENTS", { default: 0 }),
  mib: defineInt("QUOTA_USER_MIB", { default: 0 }),
  writesPerDay: defineInt("QUOTA_USER_WRITES_PER_DAY", { default: 0 }),
};
