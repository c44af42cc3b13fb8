import * as z from "zod";
import { isDisposable } from "#domain/workspaces/disposable-domains";
import { createWorkspace } from "#domain/workspaces/store/workspaces";
import { OwnerEmail, ShortName, Workspace } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#platform/error";
import { maxCharacters } from "#platform/shapes/contract-check";
import type { PublicCall } from "#src/call";

export default endpoint({
  path: "/v2/workspace/create",
  auth: "public",
  kind: "write",
  audit: { action: "workspace.create" },
  // The caller is not authenticated, and the largest field has 2,000 characters.
  maxBytes: 64 * 1024,
  summary: "Create a workspace with one API key for testing.",
  input: z.object({
    ownerEmail: OwnerEmail,
    name: ShortName.optional(),
    workspaceName: ShortName.optional(),
    avatar: z.string().check(maxCharacters(2000)).optional(),
  }),
  furtherErrors: ["PERMISSION_DENIED"],
  output: Workspace,
  cost: { reads: 1, writes: 3, trips: 2 },
  example: { ownerEmail: "ada@example.com", name: "Ada Lovelace", workspaceName: "Analytical Engines" },
  async handle(call, input) {
    requirePermission(call);
    if (isDisposable(input.ownerEmail))
      throw new ApiError("INVALID_ARGUMENT", "This email domain is not supported.", {
        hint: "It provides disposable addresses: use a permanent one, because it owns the workspace.",
      });
    const { workspace } = await createWorkspace(call, input);
    return { message: "Workspace created successfully", data: workspace };
  },
});

/** @throws ApiError PERMISSION_DENIED */
function requirePermission({ settings: { allowWorkspaceCreate: allowed }, isFromThisMachine }: PublicCall): void {
  if (allowed === true || (allowed === "onThisMachine" && isFromThisMachine)) return;
  const who = allowed
    ? "Only programs on this machine can create workspaces here, if they call it as `localhost` or by its address and not through a proxy."
    : "Creating workspaces over REST is turned off here.";
  throw new ApiError(
    "PERMISSION_DENIED",
    `${who} Use \`npx atrium workspace create\`, or set ALLOW_WORKSPACE_CREATE=true.`,
  );
}
