import { ApiError, type ErrorCode, type ErrorExtras } from "#platform/error";

/** The message of an error, and advice on what to do next if the message gives none. */
interface ErrorText {
  message: string;
  /** Sent as `error.details.hint`. */
  hint?: string;
}

const newToken = "Get a new user token from your server, which requests one with POST /v2/auth/generate_token.";
const waitForRetryAfter = "Wait for the number of seconds in the Retry-After header";

/** Every error that is raised in more than one place or that comes with advice. The functions below create them. */
export const errorTexts = {
  missing: {
    organization: {
      message: "Organization does not exist.",
      hint: "POST /v2/organizations/add creates it, /v2/organizations/get lists all of them. An id is valid only with the API key that created it.",
    },
    document: {
      message: "Document does not exist.",
      hint: "POST /v2/organizations/documents/add creates it, /v2/organizations/documents/get lists the documents of the organization.",
    },
    folder: {
      message: "Folder does not exist.",
      hint: "POST /v2/organizations/folders/add creates it, /v2/organizations/folders/get lists the folders of the organization.",
    },
    user: {
      message: "User does not exist.",
      hint: "POST /v2/users/add creates it, /v2/users/get lists all users.",
    },
    workspace: {
      message: "Workspace not found.",
      hint: "Send the id of your workspace, which begins with ws_; the service printed it when the workspace was created.",
    },
    apiKey: { message: "API key not found." },
    annotation: { message: "Annotation not found." },
    comment: { message: "Comment not found." },
    crdtData: { message: "No CRDT data found for this editor ID." },
    dataDeletion: { message: "Data deletion does not exist." },
    delivery: { message: "Delivery does not exist." },
    folderOrDocument: { message: "Folder or document does not exist" },
    folderToDelete: { message: "Folder not found." },
    group: {
      message: "Organization user group does not exist.",
      hint: "POST /v2/organizations/usergroups/add creates it, /v2/organizations/usergroups/get lists the groups of the organization.",
    },
    groupMember: { message: "User is not in the organization user group." },
    inspector: { message: "Inspector does not exist." },
    liveState: { message: "Live state does not exist." },
    mail: { message: "Mail is no longer kept: only the newest 500 are." },
    migration: { message: "Migration does not exist." },
    parentFolder: { message: "Parent folder does not exist." },
    recording: { message: "Recording does not exist." },
    webhookEndpoint: {
      message: "Advanced webhook provider request failed.",
      hint: "Webhook endpoint does not exist. POST /v2/workspace/advancedwebhook/endpoints/get lists them.",
    },
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
    unknownKey: { message: "The user token is signed with an unknown key.", hint: newToken },
    foreignHeader: { message: "The user token has a header that this service does not issue." },
    foreignIssuer: { message: "The user token was issued by another service." },
    notYetValid: { message: "The user token is not valid yet." },
    claimsMissing: { message: "The user token lacks claims that this service needs." },
    apiKeyGone: { message: "The API key of the user token does not exist." },
    headerRepeated: { message: "The Authorization header must appear exactly once." },
    headerForm: { message: "The Authorization header must have the form `Bearer <user token>`." },
    neededForStream: {
      message:
        "A stream needs a user token: `Authorization: Bearer <user token>`. Servers receive events through webhooks.",
    },
  },
  rateLimit: {
    usual: {
      message: "Rate limit exceeded. Try again after 1 minute.",
      hint: `${waitForRetryAfter}, and send fewer calls: most endpoints accept many items at once.`,
    },
    public: { message: "Rate limit exceeded for this endpoint. Try again later.", hint: `${waitForRetryAfter}.` },
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
    userTokenNotAccepted: {
      message: "This endpoint does not accept user tokens. Call it from your server.",
      hint: "On your server, send the API key and one of its auth tokens instead of the user token.",
    },
  },
} satisfies { [kind: string]: { [fact: string]: ErrorText } };

type Texts = typeof errorTexts;

/** A kind of resource that a call names but that may not exist. */
export type Missing = keyof Texts["missing"];

/** NOT_FOUND. The advice is omitted if the error has its own details, because some details use ids as keys. */
export function notFound(what: Missing, extras?: ErrorExtras): ApiError {
  return makeError("NOT_FOUND", errorTexts.missing[what], extras);
}

/** NOT_FOUND that names the missing document, for calls that name several. */
export function documentNotFound(documentId: string): ApiError {
  return new ApiError("NOT_FOUND", `Document ${JSON.stringify(documentId)} does not exist.`);
}

/** The message in an item's result for a missing resource: without a full stop, as the contract specifies. */
export function missingText(what: "organization" | "folder" | "document"): string {
  return errorTexts.missing[what].message.slice(0, -1);
}

/** NOT_FOUND of a single item, whose result carries no advice. */
export function itemNotFound(what: "organization" | "document"): ApiError {
  return new ApiError("NOT_FOUND", missingText(what));
}

/** ALREADY_EXISTS: the id is in use. */
export function alreadyExists(what: keyof Texts["existing"]): ApiError {
  return makeError("ALREADY_EXISTS", errorTexts.existing[what]);
}

/** A resource whose deletion is completed by a job. */
export type Deletable = "organization" | "folder" | "document" | "notification" | "group";

/** ABORTED: the resource is being deleted; its id becomes free afterwards. */
export function beingDeleted(what: Deletable): ApiError {
  const noun = what.charAt(0).toUpperCase() + what.slice(1);
  return new ApiError("ABORTED", `${noun} is being deleted. Try again in a moment.`, { retryAfter: 1 });
}

/** ABORTED: the document is being migrated to another id. */
export function beingMigrated(): ApiError {
  return new ApiError("ABORTED", "Document is being migrated. Try again in a moment.", { retryAfter: 2 });
}

/** ABORTED: a migration holds the id: the new one from its start, the old one until its copies are gone. */
export function idHeldByMigration(): ApiError {
  const message =
    "A migration holds this document id: the new one until it is completed, the old one until some seconds later. Try again in a moment.";
  return new ApiError("ABORTED", message, { retryAfter: 2 });
}

/** ABORTED: a job has to wait while documents of the organization are being migrated to other ids. */
export function organizationBeingMigrated(): ApiError {
  return new ApiError("ABORTED", "Documents are being migrated. Try again in a moment.");
}

/** ABORTED: concurrent moves prevented a consistent read of the folder tree. */
export function foldersBeingMoved(): ApiError {
  return new ApiError("ABORTED", "The folders are being moved. Try again in a moment.", { retryAfter: 1 });
}

/** FAILED_PRECONDITION: nothing is sent to a webhook endpoint that is disabled. */
export function webhookEndpointDisabled(): ApiError {
  return new ApiError("FAILED_PRECONDITION", "The webhook endpoint is disabled.");
}

/** The feature is turned off for the API key. @param code of the error, FAILED_PRECONDITION by default. */
export function featureOff(feature: keyof Texts["featureOff"], code: ErrorCode = "FAILED_PRECONDITION"): ApiError {
  return makeError(code, errorTexts.featureOff[feature]);
}

/** Why a user token is rejected. */
export type UserTokenProblem = keyof Texts["userToken"];

/** UNAUTHENTICATED: the user token is rejected. The `www-authenticate` header says so to programs (RFC 6750). */
export function badUserToken(problem: UserTokenProblem | ErrorText): ApiError {
  const text = typeof problem === "string" ? errorTexts.userToken[problem] : problem;
  return makeError("UNAUTHENTICATED", text, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}

/** RESOURCE_EXHAUSTED: the caller has sent too many calls in a minute. */
export function rateLimited(which: keyof Texts["rateLimit"], extras: ErrorExtras): ApiError {
  return makeError("RESOURCE_EXHAUSTED", errorTexts.rateLimit[which], extras);
}

/** An error in the request itself, independent of its endpoint. @param code of the error. */
export function badRequest(problem: keyof Texts["request"], code: ErrorCode, extras?: ErrorExtras): ApiError {
  return makeError(code, errorTexts.request[problem], extras);
}

/**
 * INVALID_ARGUMENT: a request for changes contains none.
 * @param message as the reference specifies for the endpoint.
 */
export function nothingToChange(message: string): ApiError {
  return new ApiError("INVALID_ARGUMENT", message, { details: { issues: [{ path: "data", message }] } });
}

function makeError(code: ErrorCode, { message, hint }: ErrorText, extras: ErrorExtras = {}): ApiError {
  const isAdvised = hint !== undefined && extras.hint === undefined && extras.details === undefined;
  return new ApiError(code, message, isAdvised ? { ...extras, hint } : extras);
}

function turnOn(feature: string): string {
  return `Turn them on with POST /v2/workspace/features/update and { "features": { "${feature}": true } }.`;
}
