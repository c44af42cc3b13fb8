import v1UsersAdd from "#api/v1/users/add";
import v2UsersAdd from "#api/v2/users/add";
import v2WorkspaceCreate from "#api/v2/workspace/create";
import v2WorkspaceGet from "#api/v2/workspace/get";
import type { Endpoint } from "#http/endpoint";

/** Every endpoint, sorted by path. Routes, functions, documentation, client and conformance tests come from this list. */
export const endpoints = [v1UsersAdd, v2UsersAdd, v2WorkspaceCreate, v2WorkspaceGet] satisfies Endpoint[];
