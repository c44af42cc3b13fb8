// Written by `npm run gen` from the files below api/.
import console from "#api/console";
import demo from "#api/demo";
import demoSession from "#api/demo/session";
import docs from "#api/docs";
import docsDemo from "#api/docs/demo";
import docsHook from "#api/docs/hook";
import docsRequests from "#api/docs/requests";
import docsSession from "#api/docs/session";
import faviconIco from "#api/favicon.ico";
import health from "#api/health";
import hooksInspect from "#api/hooks/inspect";
import index from "#api/index";
import mail from "#api/mail";
import mailMessages from "#api/mail/messages";
import mailUnsubscribe from "#api/mail/unsubscribe";
import metrics from "#api/metrics";
import openapiJson from "#api/openapi.json";
import ready from "#api/ready";
import v1CommentannotationsAdd from "#api/v1/commentannotations/add";
import v1CommentannotationsCommentsAdd from "#api/v1/commentannotations/comments/add";
import v1CommentannotationsCommentsGet from "#api/v1/commentannotations/comments/get";
import v1CommentannotationsDelete from "#api/v1/commentannotations/delete";
import v1CommentannotationsGet from "#api/v1/commentannotations/get";
import v1CommentannotationsUpdate from "#api/v1/commentannotations/update";
import v1NotificationsAdd from "#api/v1/notifications/add";
import v1NotificationsConfigGet from "#api/v1/notifications/config/get";
import v1NotificationsConfigSet from "#api/v1/notifications/config/set";
import v1NotificationsGet from "#api/v1/notifications/get";
import v1NotificationsUpdate from "#api/v1/notifications/update";
import v1OrganizationsDocumentsAdd from "#api/v1/organizations/documents/add";
import v1OrganizationsDocumentsGet from "#api/v1/organizations/documents/get";
import v1OrganizationsFoldersAccessUpdate from "#api/v1/organizations/folders/access/update";
import v1OrganizationsFoldersAdd from "#api/v1/organizations/folders/add";
import v1OrganizationsFoldersGet from "#api/v1/organizations/folders/get";
import v1OrganizationsGet from "#api/v1/organizations/get";
import v1OrganizationsUsergroupsAdd from "#api/v1/organizations/usergroups/add";
import v1UsersAdd from "#api/v1/users/add";
import v1UsersGet from "#api/v1/users/get";
import v1UsersUpdate from "#api/v1/users/update";
import v2ActivitiesAdd from "#api/v2/activities/add";
import v2ActivitiesDelete from "#api/v2/activities/delete";
import v2ActivitiesGet from "#api/v2/activities/get";
import v2ActivitiesUpdate from "#api/v2/activities/update";
import v2AuthAccessCheck from "#api/v2/auth/access/check";
import v2AuthGenerateSignature from "#api/v2/auth/generate_signature";
import v2AuthGenerateToken from "#api/v2/auth/generate_token";
import v2AuthPermissionsAdd from "#api/v2/auth/permissions/add";
import v2AuthPermissionsGet from "#api/v2/auth/permissions/get";
import v2AuthPermissionsRemove from "#api/v2/auth/permissions/remove";
import v2AuthTokenGet from "#api/v2/auth/token/get";
import v2AuthTokensRevoke from "#api/v2/auth/tokens/revoke";
import v2CommentannotationsAdd from "#api/v2/commentannotations/add";
import v2CommentannotationsCommentsAdd from "#api/v2/commentannotations/comments/add";
import v2CommentannotationsCommentsDelete from "#api/v2/commentannotations/comments/delete";
import v2CommentannotationsCommentsGet from "#api/v2/commentannotations/comments/get";
import v2CommentannotationsCommentsReactionsAdd from "#api/v2/commentannotations/comments/reactions/add";
import v2CommentannotationsCommentsReactionsDelete from "#api/v2/commentannotations/comments/reactions/delete";
import v2CommentannotationsCommentsUpdate from "#api/v2/commentannotations/comments/update";
import v2CommentannotationsCountGet from "#api/v2/commentannotations/count/get";
import v2CommentannotationsDelete from "#api/v2/commentannotations/delete";
import v2CommentannotationsGet from "#api/v2/commentannotations/get";
import v2CommentannotationsSubscribe from "#api/v2/commentannotations/subscribe";
import v2CommentannotationsUnsubscribe from "#api/v2/commentannotations/unsubscribe";
import v2CommentannotationsUpdate from "#api/v2/commentannotations/update";
import v2CrdtAdd from "#api/v2/crdt/add";
import v2CrdtAwareness from "#api/v2/crdt/awareness";
import v2CrdtDelete from "#api/v2/crdt/delete";
import v2CrdtGet from "#api/v2/crdt/get";
import v2CrdtSync from "#api/v2/crdt/sync";
import v2CrdtUpdate from "#api/v2/crdt/update";
import v2DocumentsStream from "#api/v2/documents/stream";
import v2LivestateBroadcast from "#api/v2/livestate/broadcast";
import v2LivestateDelete from "#api/v2/livestate/delete";
import v2LivestateGet from "#api/v2/livestate/get";
import v2NotificationsAdd from "#api/v2/notifications/add";
import v2NotificationsConfigGet from "#api/v2/notifications/config/get";
import v2NotificationsConfigSet from "#api/v2/notifications/config/set";
import v2NotificationsDelete from "#api/v2/notifications/delete";
import v2NotificationsDeliveriesGet from "#api/v2/notifications/deliveries/get";
import v2NotificationsGet from "#api/v2/notifications/get";
import v2NotificationsSlackSet from "#api/v2/notifications/slack/set";
import v2NotificationsUpdate from "#api/v2/notifications/update";
import v2OrganizationsAccessDisablestateUpdate from "#api/v2/organizations/access/disablestate/update";
import v2OrganizationsAdd from "#api/v2/organizations/add";
import v2OrganizationsContentsCountGet from "#api/v2/organizations/contents/count/get";
import v2OrganizationsDelete from "#api/v2/organizations/delete";
import v2OrganizationsDocumentsAccessDisablestateUpdate from "#api/v2/organizations/documents/access/disablestate/update";
import v2OrganizationsDocumentsAccessUpdate from "#api/v2/organizations/documents/access/update";
import v2OrganizationsDocumentsAdd from "#api/v2/organizations/documents/add";
import v2OrganizationsDocumentsCountGet from "#api/v2/organizations/documents/count/get";
import v2OrganizationsDocumentsDelete from "#api/v2/organizations/documents/delete";
import v2OrganizationsDocumentsGet from "#api/v2/organizations/documents/get";
import v2OrganizationsDocumentsLocationsDataDelete from "#api/v2/organizations/documents/locations/data/delete";
import v2OrganizationsDocumentsLocationsUpdate from "#api/v2/organizations/documents/locations/update";
import v2OrganizationsDocumentsMigrate from "#api/v2/organizations/documents/migrate";
import v2OrganizationsDocumentsMigrateStatus from "#api/v2/organizations/documents/migrate/status";
import v2OrganizationsDocumentsMove from "#api/v2/organizations/documents/move";
import v2OrganizationsDocumentsUpdate from "#api/v2/organizations/documents/update";
import v2OrganizationsFoldersAccessUpdate from "#api/v2/organizations/folders/access/update";
import v2OrganizationsFoldersAdd from "#api/v2/organizations/folders/add";
import v2OrganizationsFoldersDelete from "#api/v2/organizations/folders/delete";
import v2OrganizationsFoldersGet from "#api/v2/organizations/folders/get";
import v2OrganizationsFoldersUpdate from "#api/v2/organizations/folders/update";
import v2OrganizationsGet from "#api/v2/organizations/get";
import v2OrganizationsUpdate from "#api/v2/organizations/update";
import v2OrganizationsUsergroupsAdd from "#api/v2/organizations/usergroups/add";
import v2OrganizationsUsergroupsDelete from "#api/v2/organizations/usergroups/delete";
import v2OrganizationsUsergroupsGet from "#api/v2/organizations/usergroups/get";
import v2OrganizationsUsergroupsUsersAdd from "#api/v2/organizations/usergroups/users/add";
import v2OrganizationsUsergroupsUsersDelete from "#api/v2/organizations/usergroups/users/delete";
import v2PresenceAdd from "#api/v2/presence/add";
import v2PresenceDelete from "#api/v2/presence/delete";
import v2PresenceGet from "#api/v2/presence/get";
import v2PresenceUpdate from "#api/v2/presence/update";
import v2RecordingsAdd from "#api/v2/recordings/add";
import v2RecordingsDelete from "#api/v2/recordings/delete";
import v2RecordingsGet from "#api/v2/recordings/get";
import v2UsersAdd from "#api/v2/users/add";
import v2UsersCountGet from "#api/v2/users/count/get";
import v2UsersDataDelete from "#api/v2/users/data/delete";
import v2UsersDataDeleteStatus from "#api/v2/users/data/delete/status";
import v2UsersDataGet from "#api/v2/users/data/get";
import v2UsersDelete from "#api/v2/users/delete";
import v2UsersGet from "#api/v2/users/get";
import v2UsersUpdate from "#api/v2/users/update";
import v2WorkspaceActivityconfigGet from "#api/v2/workspace/activityconfig/get";
import v2WorkspaceActivityconfigUpdate from "#api/v2/workspace/activityconfig/update";
import v2WorkspaceAdvancedwebhookDeliveriesBodyGet from "#api/v2/workspace/advancedwebhook/deliveries/body/get";
import v2WorkspaceAdvancedwebhookDeliveriesGet from "#api/v2/workspace/advancedwebhook/deliveries/get";
import v2WorkspaceAdvancedwebhookDeliveriesRecover from "#api/v2/workspace/advancedwebhook/deliveries/recover";
import v2WorkspaceAdvancedwebhookDeliveriesResend from "#api/v2/workspace/advancedwebhook/deliveries/resend";
import v2WorkspaceAdvancedwebhookEndpointsCreate from "#api/v2/workspace/advancedwebhook/endpoints/create";
import v2WorkspaceAdvancedwebhookEndpointsDelete from "#api/v2/workspace/advancedwebhook/endpoints/delete";
import v2WorkspaceAdvancedwebhookEndpointsGet from "#api/v2/workspace/advancedwebhook/endpoints/get";
import v2WorkspaceAdvancedwebhookEndpointsSecretGet from "#api/v2/workspace/advancedwebhook/endpoints/secret/get";
import v2WorkspaceAdvancedwebhookEndpointsSecretRotate from "#api/v2/workspace/advancedwebhook/endpoints/secret/rotate";
import v2WorkspaceAdvancedwebhookEndpointsTest from "#api/v2/workspace/advancedwebhook/endpoints/test";
import v2WorkspaceAdvancedwebhookEndpointsUpdate from "#api/v2/workspace/advancedwebhook/endpoints/update";
import v2WorkspaceAdvancedwebhookEventtypesGet from "#api/v2/workspace/advancedwebhook/eventtypes/get";
import v2WorkspaceAdvancedwebhookconfigGet from "#api/v2/workspace/advancedwebhookconfig/get";
import v2WorkspaceAdvancedwebhookconfigUpdate from "#api/v2/workspace/advancedwebhookconfig/update";
import v2WorkspaceApikeyCreate from "#api/v2/workspace/apikey/create";
import v2WorkspaceApikeyUpdate from "#api/v2/workspace/apikey/update";
import v2WorkspaceApikeyconfigGet from "#api/v2/workspace/apikeyconfig/get";
import v2WorkspaceApikeyconfigUpdate from "#api/v2/workspace/apikeyconfig/update";
import v2WorkspaceApikeysGet from "#api/v2/workspace/apikeys/get";
import v2WorkspaceAuditlogGet from "#api/v2/workspace/auditlog/get";
import v2WorkspaceAuthtokenReset from "#api/v2/workspace/authtoken/reset";
import v2WorkspaceAuthtokensGet from "#api/v2/workspace/authtokens/get";
import v2WorkspaceCreate from "#api/v2/workspace/create";
import v2WorkspaceDomainsAdd from "#api/v2/workspace/domains/add";
import v2WorkspaceDomainsDelete from "#api/v2/workspace/domains/delete";
import v2WorkspaceDomainsGet from "#api/v2/workspace/domains/get";
import v2WorkspaceEmailconfigGet from "#api/v2/workspace/emailconfig/get";
import v2WorkspaceEmailconfigTest from "#api/v2/workspace/emailconfig/test";
import v2WorkspaceEmailconfigUpdate from "#api/v2/workspace/emailconfig/update";
import v2WorkspaceFeaturesGet from "#api/v2/workspace/features/get";
import v2WorkspaceFeaturesUpdate from "#api/v2/workspace/features/update";
import v2WorkspaceGet from "#api/v2/workspace/get";
import v2WorkspaceInspectorsCreate from "#api/v2/workspace/inspectors/create";
import v2WorkspaceInspectorsDelete from "#api/v2/workspace/inspectors/delete";
import v2WorkspaceInspectorsGet from "#api/v2/workspace/inspectors/get";
import v2WorkspaceInspectorsRequestsGet from "#api/v2/workspace/inspectors/requests/get";
import v2WorkspaceMailsGet from "#api/v2/workspace/mails/get";
import v2WorkspaceNotificationconfigGet from "#api/v2/workspace/notificationconfig/get";
import v2WorkspaceNotificationconfigUpdate from "#api/v2/workspace/notificationconfig/update";
import v2WorkspacePermissionproviderconfigGet from "#api/v2/workspace/permissionproviderconfig/get";
import v2WorkspacePermissionproviderconfigUpdate from "#api/v2/workspace/permissionproviderconfig/update";
import v2WorkspaceRequestsGet from "#api/v2/workspace/requests/get";
import v2WorkspaceServerGet from "#api/v2/workspace/server/get";
import v2WorkspaceSessionsCreate from "#api/v2/workspace/sessions/create";
import v2WorkspaceSessionsGet from "#api/v2/workspace/sessions/get";
import v2WorkspaceSessionsRevoke from "#api/v2/workspace/sessions/revoke";
import v2WorkspaceUsageGet from "#api/v2/workspace/usage/get";
import v2WorkspaceWebhookconfigGet from "#api/v2/workspace/webhookconfig/get";
import v2WorkspaceWebhookconfigUpdate from "#api/v2/workspace/webhookconfig/update";
import wellKnownJwksJson from "#api/well-known/jwks.json";
import { withAliases } from "#http/aliases";
import type { CallEndpoint } from "#http/endpoint";
import { type Endpoint, isCall } from "#http/endpoint-kinds";

/** Everything that is served, by path. Routes, functions, documentation, client and tests are derived from this list. */
export const endpoints: readonly Endpoint[] = withAliases([
  console,
  demo,
  demoSession,
  docs,
  docsDemo,
  docsHook,
  docsRequests,
  docsSession,
  faviconIco,
  health,
  hooksInspect,
  index,
  mail,
  mailMessages,
  mailUnsubscribe,
  metrics,
  openapiJson,
  ready,
  v1CommentannotationsAdd,
  v1CommentannotationsCommentsAdd,
  v1CommentannotationsCommentsGet,
  v1CommentannotationsDelete,
  v1CommentannotationsGet,
  v1CommentannotationsUpdate,
  v1NotificationsAdd,
  v1NotificationsConfigGet,
  v1NotificationsConfigSet,
  v1NotificationsGet,
  v1NotificationsUpdate,
  v1OrganizationsDocumentsAdd,
  v1OrganizationsDocumentsGet,
  v1OrganizationsFoldersAccessUpdate,
  v1OrganizationsFoldersAdd,
  v1OrganizationsFoldersGet,
  v1OrganizationsGet,
  v1OrganizationsUsergroupsAdd,
  v1UsersAdd,
  v1UsersGet,
  v1UsersUpdate,
  v2ActivitiesAdd,
  v2ActivitiesDelete,
  v2ActivitiesGet,
  v2ActivitiesUpdate,
  v2AuthAccessCheck,
  v2AuthGenerateSignature,
  v2AuthGenerateToken,
  v2AuthPermissionsAdd,
  v2AuthPermissionsGet,
  v2AuthPermissionsRemove,
  v2AuthTokenGet,
  v2AuthTokensRevoke,
  v2CommentannotationsAdd,
  v2CommentannotationsCommentsAdd,
  v2CommentannotationsCommentsDelete,
  v2CommentannotationsCommentsGet,
  v2CommentannotationsCommentsReactionsAdd,
  v2CommentannotationsCommentsReactionsDelete,
  v2CommentannotationsCommentsUpdate,
  v2CommentannotationsCountGet,
  v2CommentannotationsDelete,
  v2CommentannotationsGet,
  v2CommentannotationsSubscribe,
  v2CommentannotationsUnsubscribe,
  v2CommentannotationsUpdate,
  v2CrdtAdd,
  v2CrdtAwareness,
  v2CrdtDelete,
  v2CrdtGet,
  v2CrdtSync,
  v2CrdtUpdate,
  v2DocumentsStream,
  v2LivestateBroadcast,
  v2LivestateDelete,
  v2LivestateGet,
  v2NotificationsAdd,
  v2NotificationsConfigGet,
  v2NotificationsConfigSet,
  v2NotificationsDelete,
  v2NotificationsDeliveriesGet,
  v2NotificationsGet,
  v2NotificationsSlackSet,
  v2NotificationsUpdate,
  v2OrganizationsAccessDisablestateUpdate,
  v2OrganizationsAdd,
  v2OrganizationsContentsCountGet,
  v2OrganizationsDelete,
  v2OrganizationsDocumentsAccessDisablestateUpdate,
  v2OrganizationsDocumentsAccessUpdate,
  v2OrganizationsDocumentsAdd,
  v2OrganizationsDocumentsCountGet,
  v2OrganizationsDocumentsDelete,
  v2OrganizationsDocumentsGet,
  v2OrganizationsDocumentsLocationsDataDelete,
  v2OrganizationsDocumentsLocationsUpdate,
  v2OrganizationsDocumentsMigrate,
  v2OrganizationsDocumentsMigrateStatus,
  v2OrganizationsDocumentsMove,
  v2OrganizationsDocumentsUpdate,
  v2OrganizationsFoldersAccessUpdate,
  v2OrganizationsFoldersAdd,
  v2OrganizationsFoldersDelete,
  v2OrganizationsFoldersGet,
  v2OrganizationsFoldersUpdate,
  v2OrganizationsGet,
  v2OrganizationsUpdate,
  v2OrganizationsUsergroupsAdd,
  v2OrganizationsUsergroupsDelete,
  v2OrganizationsUsergroupsGet,
  v2OrganizationsUsergroupsUsersAdd,
  v2OrganizationsUsergroupsUsersDelete,
  v2PresenceAdd,
  v2PresenceDelete,
  v2PresenceGet,
  v2PresenceUpdate,
  v2RecordingsAdd,
  v2RecordingsDelete,
  v2RecordingsGet,
  v2UsersAdd,
  v2UsersCountGet,
  v2UsersDataDelete,
  v2UsersDataDeleteStatus,
  v2UsersDataGet,
  v2UsersDelete,
  v2UsersGet,
  v2UsersUpdate,
  v2WorkspaceActivityconfigGet,
  v2WorkspaceActivityconfigUpdate,
  v2WorkspaceAdvancedwebhookDeliveriesBodyGet,
  v2WorkspaceAdvancedwebhookDeliveriesGet,
  v2WorkspaceAdvancedwebhookDeliveriesRecover,
  v2WorkspaceAdvancedwebhookDeliveriesResend,
  v2WorkspaceAdvancedwebhookEndpointsCreate,
  v2WorkspaceAdvancedwebhookEndpointsDelete,
  v2WorkspaceAdvancedwebhookEndpointsGet,
  v2WorkspaceAdvancedwebhookEndpointsSecretGet,
  v2WorkspaceAdvancedwebhookEndpointsSecretRotate,
  v2WorkspaceAdvancedwebhookEndpointsTest,
  v2WorkspaceAdvancedwebhookEndpointsUpdate,
  v2WorkspaceAdvancedwebhookEventtypesGet,
  v2WorkspaceAdvancedwebhookconfigGet,
  v2WorkspaceAdvancedwebhookconfigUpdate,
  v2WorkspaceApikeyCreate,
  v2WorkspaceApikeyUpdate,
  v2WorkspaceApikeyconfigGet,
  v2WorkspaceApikeyconfigUpdate,
  v2WorkspaceApikeysGet,
  v2WorkspaceAuditlogGet,
  v2WorkspaceAuthtokenReset,
  v2WorkspaceAuthtokensGet,
  v2WorkspaceCreate,
  v2WorkspaceDomainsAdd,
  v2WorkspaceDomainsDelete,
  v2WorkspaceDomainsGet,
  v2WorkspaceEmailconfigGet,
  v2WorkspaceEmailconfigTest,
  v2WorkspaceEmailconfigUpdate,
  v2WorkspaceFeaturesGet,
  v2WorkspaceFeaturesUpdate,
  v2WorkspaceGet,
  v2WorkspaceInspectorsCreate,
  v2WorkspaceInspectorsDelete,
  v2WorkspaceInspectorsGet,
  v2WorkspaceInspectorsRequestsGet,
  v2WorkspaceMailsGet,
  v2WorkspaceNotificationconfigGet,
  v2WorkspaceNotificationconfigUpdate,
  v2WorkspacePermissionproviderconfigGet,
  v2WorkspacePermissionproviderconfigUpdate,
  v2WorkspaceRequestsGet,
  v2WorkspaceServerGet,
  v2WorkspaceSessionsCreate,
  v2WorkspaceSessionsGet,
  v2WorkspaceSessionsRevoke,
  v2WorkspaceUsageGet,
  v2WorkspaceWebhookconfigGet,
  v2WorkspaceWebhookconfigUpdate,
  wellKnownJwksJson,
]);

/** The endpoints that are called with POST and reply once. */
export const callEndpoints: readonly CallEndpoint[] = endpoints.filter(isCall);
