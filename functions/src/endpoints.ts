import v1OrganizationsAccessDisablestateUpdate from "#api/v1/organizations/access/disablestate/update";
import v1OrganizationsAdd from "#api/v1/organizations/add";
import v1OrganizationsDelete from "#api/v1/organizations/delete";
import v1OrganizationsDocumentsAccessDisablestateUpdate from "#api/v1/organizations/documents/access/disablestate/update";
import v1OrganizationsDocumentsAccessUpdate from "#api/v1/organizations/documents/access/update";
import v1OrganizationsDocumentsAdd from "#api/v1/organizations/documents/add";
import v1OrganizationsDocumentsDelete from "#api/v1/organizations/documents/delete";
import v1OrganizationsDocumentsGet from "#api/v1/organizations/documents/get";
import v1OrganizationsDocumentsMove from "#api/v1/organizations/documents/move";
import v1OrganizationsDocumentsUpdate from "#api/v1/organizations/documents/update";
import v1OrganizationsFoldersAccessUpdate from "#api/v1/organizations/folders/access/update";
import v1OrganizationsFoldersAdd from "#api/v1/organizations/folders/add";
import v1OrganizationsFoldersGet from "#api/v1/organizations/folders/get";
import v1OrganizationsFoldersUpdate from "#api/v1/organizations/folders/update";
import v1OrganizationsGet from "#api/v1/organizations/get";
import v1OrganizationsUpdate from "#api/v1/organizations/update";
import v1OrganizationsUsergroupsAdd from "#api/v1/organizations/usergroups/add";
import v1OrganizationsUsergroupsUsersAdd from "#api/v1/organizations/usergroups/users/add";
import v1OrganizationsUsergroupsUsersDelete from "#api/v1/organizations/usergroups/users/delete";
import v1UsersAdd from "#api/v1/users/add";
import v1UsersDelete from "#api/v1/users/delete";
import v1UsersGet from "#api/v1/users/get";
import v1UsersUpdate from "#api/v1/users/update";
import v2AuthGenerateToken from "#api/v2/auth/generate_token";
import v2AuthPermissionsAdd from "#api/v2/auth/permissions/add";
import v2AuthPermissionsGet from "#api/v2/auth/permissions/get";
import v2AuthPermissionsRemove from "#api/v2/auth/permissions/remove";
import v2OrganizationsAccessDisablestateUpdate from "#api/v2/organizations/access/disablestate/update";
import v2OrganizationsAdd from "#api/v2/organizations/add";
import v2OrganizationsDelete from "#api/v2/organizations/delete";
import v2OrganizationsDocumentsAccessDisablestateUpdate from "#api/v2/organizations/documents/access/disablestate/update";
import v2OrganizationsDocumentsAccessUpdate from "#api/v2/organizations/documents/access/update";
import v2OrganizationsDocumentsAdd from "#api/v2/organizations/documents/add";
import v2OrganizationsDocumentsDelete from "#api/v2/organizations/documents/delete";
import v2OrganizationsDocumentsGet from "#api/v2/organizations/documents/get";
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
import v2OrganizationsUsergroupsUsersAdd from "#api/v2/organizations/usergroups/users/add";
import v2OrganizationsUsergroupsUsersDelete from "#api/v2/organizations/usergroups/users/delete";
import v2UsersAdd from "#api/v2/users/add";
import v2UsersDelete from "#api/v2/users/delete";
import v2UsersGet from "#api/v2/users/get";
import v2UsersUpdate from "#api/v2/users/update";
import v2WorkspaceApikeyCreate from "#api/v2/workspace/apikey/create";
import v2WorkspaceApikeyUpdate from "#api/v2/workspace/apikey/update";
import v2WorkspaceApikeyconfigGet from "#api/v2/workspace/apikeyconfig/get";
import v2WorkspaceApikeyconfigUpdate from "#api/v2/workspace/apikeyconfig/update";
import v2WorkspaceApikeysGet from "#api/v2/workspace/apikeys/get";
import v2WorkspaceAuthtokenReset from "#api/v2/workspace/authtoken/reset";
import v2WorkspaceAuthtokensGet from "#api/v2/workspace/authtokens/get";
import v2WorkspaceCreate from "#api/v2/workspace/create";
import v2WorkspaceFeaturesGet from "#api/v2/workspace/features/get";
import v2WorkspaceFeaturesUpdate from "#api/v2/workspace/features/update";
import v2WorkspaceGet from "#api/v2/workspace/get";
import type { Endpoint } from "#http/endpoint";

/** Every endpoint, sorted by path. Routes, functions, documentation, client and conformance tests come from this list. */
export const endpoints = [
  v1OrganizationsAccessDisablestateUpdate,
  v1OrganizationsAdd,
  v1OrganizationsDelete,
  v1OrganizationsDocumentsAccessDisablestateUpdate,
  v1OrganizationsDocumentsAccessUpdate,
  v1OrganizationsDocumentsAdd,
  v1OrganizationsDocumentsDelete,
  v1OrganizationsDocumentsGet,
  v1OrganizationsDocumentsMove,
  v1OrganizationsDocumentsUpdate,
  v1OrganizationsFoldersAccessUpdate,
  v1OrganizationsFoldersAdd,
  v1OrganizationsFoldersGet,
  v1OrganizationsFoldersUpdate,
  v1OrganizationsGet,
  v1OrganizationsUpdate,
  v1OrganizationsUsergroupsAdd,
  v1OrganizationsUsergroupsUsersAdd,
  v1OrganizationsUsergroupsUsersDelete,
  v1UsersAdd,
  v1UsersDelete,
  v1UsersGet,
  v1UsersUpdate,
  v2AuthGenerateToken,
  v2AuthPermissionsAdd,
  v2AuthPermissionsGet,
  v2AuthPermissionsRemove,
  v2OrganizationsAccessDisablestateUpdate,
  v2OrganizationsAdd,
  v2OrganizationsDelete,
  v2OrganizationsDocumentsAccessDisablestateUpdate,
  v2OrganizationsDocumentsAccessUpdate,
  v2OrganizationsDocumentsAdd,
  v2OrganizationsDocumentsDelete,
  v2OrganizationsDocumentsGet,
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
  v2OrganizationsUsergroupsUsersAdd,
  v2OrganizationsUsergroupsUsersDelete,
  v2UsersAdd,
  v2UsersDelete,
  v2UsersGet,
  v2UsersUpdate,
  v2WorkspaceApikeyCreate,
  v2WorkspaceApikeyUpdate,
  v2WorkspaceApikeyconfigGet,
  v2WorkspaceApikeyconfigUpdate,
  v2WorkspaceApikeysGet,
  v2WorkspaceAuthtokenReset,
  v2WorkspaceAuthtokensGet,
  v2WorkspaceCreate,
  v2WorkspaceFeaturesGet,
  v2WorkspaceFeaturesUpdate,
  v2WorkspaceGet,
] satisfies Endpoint[];
