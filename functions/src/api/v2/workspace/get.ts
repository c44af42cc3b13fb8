import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Workspace } from "#model/workspace";
import { findWorkspace, revealWorkspace } from "#store/workspaces";

export default endpoint({
  path: "/v2/workspace/get",
  auth: "workspace",
  kind: "read",
  summary: "Read the workspace with its owner, auth token and API keys.",
  input: z.object({}),
  output: Workspace,
  example: {},
  async handle(call) {
    const workspace = await findWorkspace(call.store, call.workspaceId);
    if (!workspace) throw new ApiError("NOT_FOUND", "Workspace not found.");
    return { message: "Workspace retrieved successfully", data: revealWorkspace(call, call.workspaceId, workspace) };
  },
});
