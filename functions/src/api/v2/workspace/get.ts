import * as z from "zod";
import { findWorkspace, revealWorkspace } from "#domain/workspaces/store/workspaces";
import { Workspace } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/get",
  auth: "workspace",
  kind: "read",
  readOnlySessions: false,
  summary: "Read the workspace with its owner, auth token and API keys.",
  input: z.object({}),
  output: Workspace,
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    const workspace = await findWorkspace(call.store, call.workspaceId);
    if (!workspace) throw notFound("workspace");
    return { message: "Workspace retrieved successfully", data: revealWorkspace(call, call.workspaceId, workspace) };
  },
});
