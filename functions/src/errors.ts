import { ApiError, type ErrorCode, type ErrorExtras } from "#platform/error";

/** What an error says, and what to do next where the message does not say that. */
interface ErrorText {
  message: string;
  /** Sent as `error.details.hint`. */
  hint?: string;
}

const newToken = "Get a new user token from your server, which makes one with POST /v2/auth/generate_token.";
const waitAsTold = "Wait as many seconds as the header Retry-After says";

/** Every error that more than one place raises or that comes with advice. The functions below make them. */
export const errorTexts = {
  missing: {
    organization: {
      message: "Organization does not exist.",
      hint: "POST /v2/organizations/add makes it, /v2/organizations/get lists those there are. An id belongs to the API key it was made with.",
    },
    document: {
      message: "Document does not exist.",
      hint: "POST /v2/organizations/documents/add makes it, /v2/organizations/documents/get lists those of the organization.",
    },
    folder: {
      message: "Folder does not exist.",
      hint: "POST /v2/organizations/folders/add makes it, /v2/organizations/folders/get lists those of the organization.",
    },
    user: {
      message: "User does not exist.",
      hint: "POST /v2/users/add makes it, /v2/users/get lists those there are.",
    },
    workspace: {
      message: "Workspace not found.",
      hint: "Send the id of your workspace, which begins with ws_; the service printed it when it was made.",
    },
    apiKey: { message: "API key not found." },
    annotation: { message: "Annotation not found." },
    crdtData: { message: "No CRDT data found for this editor ID." },
    dataDeletion: { message: "Data deletion does not exist." },
    delivery: { message: "Delivery does not exist." },
    folderOrDocument: { message: "Folder or document does not exist" },
    folderToDelete: { message: "Folder not found." },
    group: { message: "Organization user group does not exist." },
    migration: { message: "Migration does not exist." },
    parentFolder: { message: "Parent folder does not exist." },
    recording: { message: "Recording does not exist." },
    webhookEndpoint: { message: "Webhook endpoint does not exist." },
    activityToDelete: { message: "Failed to delete activity." },
    activityToUpdate: { message: "Failed to update activity." },
    notificationToDelete: { message: "Failed to delete notification." },
    notificationToUpdate: { message: "Failed to update notification." },
  },
  existing: {
    annotation: { message: "Annotation already exists." },
    crdtData: { message: "CRDT data already exists for this editor ID." },
    document: { message: "Document already exists" },
    folder: { message: "Folder already exists." },
    newDocument: { message: "A document with the newDocumentId already exists." },
    webhookEndpoint: { message: "A webhook endpoint with this uid already exists." },
  },
  featureOff: {
    advancedQueries: { message: `Advanced queries are not enabled for this API key. ${turnOn("advancedQueries")}` },
    activityService: { message: `Activity logs are not enabled for this API key. ${turnOn("activityService")}` },
    notificationPreferences: {
      message: `Notification preferences are not enabled for this API key. ${turnOn("notificationPreferences")}`,
    },
    advancedWebhooks: {
      message: "Advanced webhooks are not available for this workspace.",
      hint: turnOn("advancedWebhooks"),
    },
  },
  userToken: {
    expired: { message: "The user token has expired.", hint: newToken },
    revoked: { message: "The user token was revoked.", hint: newToken },
    malformed: { message: "The user token is malformed.", hint: newToken },
    wrongSignature: { message: "The signature of the user token is wrong.", hint: newToken },
    unknownKey: { message: "The user token is signed with a key that is not known here.", hint: newToken },
    foreignHeader: { message: "The header of the user token is not one that this service writes." },
    foreignIssuer: { message: "The user token was issued by another service." },
    notYetValid: { message: "The user token is not valid yet." },
    claimsMissing: { message: "The user token lacks claims that this service needs." },
    apiKeyGone: { message: "The API key that the user token is for does not exist." },
    headerRepeated: { message: "The Authorization header must be given once." },
    headerForm: { message: "The Authorization header must have the form `Bearer <user token>`." },
    neededForStream: {
      message: "A stream takes a user token: `Authorization: Bearer <user token>`. Servers are told by webhooks.",
    },
  },
  rateLimit: {
    usual: {
      message: "Rate limit exceeded. Try again after 1 minute.",
      hint: `${waitAsTold}, and send fewer calls: most endpoints take many items at once.`,
    },
    public: { message: "Rate limit exceeded for this endpoint. Try again later.", hint: `${waitAsTold}.` },
  },
  request: {
    method: {
      message: "The method must be POST.",
      hint: "Send the call with POST and the content type application/json, its input in the body.",
    },
    contentType: {
      message: "The content type must be application/json.",
      hint: "Send the header `content-type: application/json` with the body.",
    },
    userTokenNotTaken: {
      message: "User tokens are not taken at this endpoint. Call it from your server.",
      hint: "On your server, send the API key and an auth token of it in place of the user token.",
    },
  },
} satisfies { [kind: string]: { [fact: string]: ErrorText } };

type Texts = typeof errorTexts;

/** Something that a call names and that may not be there. */
export type Missing = keyof Texts["missing"];

/**
 * NOT_FOUND. The advice is left out where the error has details of its own: some of those have ids as their keys.
 */
export function notFound(what: Missing, extras?: ErrorExtras): ApiError {
  return makeError("NOT_FOUND", errorTexts.missing[what], extras);
}

/** NOT_FOUND naming the one of several documents that is not there. */
export function documentNotFound(documentId: string): ApiError {
  return new ApiError("NOT_FOUND", `Document ${JSON.stringify(documentId)} does not exist.`);
}

/** What the result of one item says where something is not there: without a full stop, as the contract has it. */
export function missingText(what: "organization" | "folder" | "document"): string {
  return errorTexts.missing[what].message.slice(0, -1);
}

/** NOT_FOUND of one item, whose result gives no advice. */
export function itemNotFound(what: "organization" | "document"): ApiError {
  return new ApiError("NOT_FOUND", missingText(what));
}

/** ALREADY_EXISTS. */
export function alreadyExists(what: keyof Texts["existing"]): ApiError {
  return makeError("ALREADY_EXISTS", errorTexts.existing[what]);
}

/** What is taken apart by a job when it is deleted. */
export type Deletable = "organization" | "folder" | "document" | "notification" | "group";

/** ABORTED: its deletion is under way, and the id is free again afterwards. */
export function beingDeleted(what: Deletable): ApiError {
  const noun = what.charAt(0).toUpperCase() + what.slice(1);
  return new ApiError("ABORTED", `${noun} is being deleted. Try again in a moment.`, { retryAfter: 1 });
}

/** ABORTED: the document moves to another id. */
export function beingMigrated(): ApiError {
  return new ApiError("ABORTED", "Document is being migrated. Try again in a moment.", { retryAfter: 2 });
}

/** ABORTED: a job can't go on while documents of the organization move to other ids. */
export function organizationBeingMigrated(): ApiError {
  return new ApiError("ABORTED", "Documents are being migrated. Try again in a moment.");
}

/** ABORTED: no consistent view of the folder tree could be read. */
export function foldersBeingMoved(): ApiError {
  return new ApiError("ABORTED", "The folders are being moved. Try again in a moment.", { retryAfter: 1 });
}

/** FAILED_PRECONDITION: nothing is sent to a webhook endpoint that is disabled. */
export function webhookEndpointDisabled(): ApiError {
  return new ApiError("FAILED_PRECONDITION", "The webhook endpoint is disabled.");
}

/** The feature is off for the API key. */
export function featureOff(feature: keyof Texts["featureOff"], code: ErrorCode = "FAILED_PRECONDITION"): ApiError {
  return makeError(code, errorTexts.featureOff[feature]);
}

/** What may be wrong with a user token. */
export type UserTokenProblem = keyof Texts["userToken"];

/** UNAUTHENTICATED: the user token is not accepted. The header tells programs so (RFC 6750). */
export function badUserToken(problem: UserTokenProblem | ErrorText): ApiError {
  const text = typeof problem === "string" ? errorTexts.userToken[problem] : problem;
  return makeError("UNAUTHENTICATED", text, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}

/** RESOURCE_EXHAUSTED: too many calls in a minute. */
export function rateLimited(which: keyof Texts["rateLimit"], extras: ErrorExtras): ApiError {
  return makeError("RESOURCE_EXHAUSTED", errorTexts.rateLimit[which], extras);
}

/** The request is not one that the kernel takes, whatever its endpoint. */
export function badRequest(problem: keyof Texts["request"], code: ErrorCode, extras?: ErrorExtras): ApiError {
  return makeError(code, errorTexts.request[problem], extras);
}

function makeError(code: ErrorCode, { message, hint }: ErrorText, extras: ErrorExtras = {}): ApiError {
  const isAdvised = hint !== undefined && extras.hint === undefined && extras.details === undefined;
  return new ApiError(code, message, isAdvised ? { ...extras, hint } : extras);
}

function turnOn(feature: string): string {
  return `Turn them on with POST /v2/workspace/features/update and { "features": { "${feature}": true } }.`;
}
