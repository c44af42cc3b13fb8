import { nearest } from "./nearest.ts";

const organizationHint =
  "POST /v2/organizations/add makes it, /v2/organizations/get lists those there are. An id belongs to the API key it was made with.";
const newTokenHint = "Get a new user token from your server, which makes one with POST /v2/auth/generate_token.";

/** What to do after a refusal whose message is fixed, by its message. */
const byMessage: { [message: string]: string } = {
  "Organization does not exist.": organizationHint,
  "Organization does not exist": organizationHint,
  "Document does not exist.":
    "POST /v2/organizations/documents/add makes it, /v2/organizations/documents/get lists those of the organization.",
  "Folder does not exist.":
    "POST /v2/organizations/folders/add makes it, /v2/organizations/folders/get lists those of the organization.",
  "User does not exist.": "POST /v2/users/add makes it, /v2/users/get lists those there are.",
  "Workspace not found.":
    "Send the id of your workspace, which begins with ws_; the service printed it when it was made.",
  "Invalid auth token for workspace.": "Send the workspace's own auth token, which begins with wt_.",
  "The method must be POST.": "Send the call with POST and the content type application/json, its input in the body.",
  "The content type must be application/json.": "Send the header `content-type: application/json` with the body.",
  "Rate limit exceeded. Try again after 1 minute.":
    "Wait as many seconds as the header Retry-After says, and send fewer calls: most endpoints take many items at once.",
  "Rate limit exceeded for this endpoint. Try again later.": "Wait as many seconds as the header Retry-After says.",
  "The user token has expired.": newTokenHint,
  "The user token was revoked.": newTokenHint,
  "The user token is malformed.": newTokenHint,
  "The signature of the user token is wrong.": newTokenHint,
  "The user token is signed with a key that is not known here.": newTokenHint,
  "User tokens are not taken at this endpoint. Call it from your server.":
    "On your server, send the API key and an auth token of it in place of the user token.",
  "Advanced webhooks are not available for this workspace.":
    'Turn them on with POST /v2/workspace/features/update and { "features": { "advancedWebhooks": true } }.',
};

/** What to do after a refusal, where its message alone tells. */
export function hintFor(message: string): string | undefined {
  return Object.hasOwn(byMessage, message) ? byMessage[message] : undefined;
}

/** Longer paths get no advice: a stranger's path may have 16 KB, and none that is declared has half as many characters. */
const LONGEST_PATH = 200;

/** Which path is meant by one that does not exist. */
export function pathHint(path: string, paths: Iterable<string>): string {
  const all = "GET /openapi.json lists every path, GET /docs explains them.";
  if (path.length > LONGEST_PATH) return all;
  const plain = path.replace(/\/+$/, "").replace(/^\/+/, "/");
  const known = [...paths];
  const ofVersion = plain.replace(/^\/(?!v[12]\/)(v\d+\/)?/i, "/v2/");
  const meant = nearest(ofVersion, known);
  return meant === undefined ? all : `Did you mean ${meant}? ${all}`;
}
