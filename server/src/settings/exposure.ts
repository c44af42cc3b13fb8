import { isLoopback } from "@atrium/functions/http/request/host-name";
import { boolean, type Environment } from "./environment.ts";

/** Permissions that only programs on this machine have, unless the operator gives them to others. */
export interface Permissions {
  /** Whether anyone who can reach the server may create a workspace, or only programs on this machine. */
  allowWorkspaceCreate: boolean | "onThisMachine";
  /** Whether webhooks may go to private addresses: on one machine, the receiver often runs beside the server. */
  allowPrivateWebhooks: boolean;
  /** Consequences for the operator, as sentences. */
  notices: string[];
}

const switches = {
  allowWorkspaceCreate: {
    name: "ALLOW_WORKSPACE_CREATE",
    off: "calls can't create workspaces. `npx atrium workspace create` creates one; ALLOW_WORKSPACE_CREATE=true allows it to everybody.",
    on: "anyone who can reach this address can create workspaces.",
  },
  allowPrivateWebhooks: {
    name: "ALLOW_PRIVATE_WEBHOOKS",
    off: "webhooks may only go to public addresses. ALLOW_PRIVATE_WEBHOOKS=true allows private ones.",
    on: "anyone with an auth token can make Atrium call private addresses.",
  },
};

/** Reads the permissions: by default everything is allowed if only this machine can reach `host`, otherwise nothing. */
export function readPermissions(environment: Environment, host: string): Permissions {
  const isLocal = isLoopback(host);
  const notices: string[] = [];
  const read = (key: keyof typeof switches): boolean => {
    const { name, on, off } = switches[key];
    const isAllowed = boolean(environment, name, isLocal);
    if (!isLocal && isAllowed) notices.push(`${name} is on and other machines may be able to reach ${host}: ${on}`);
    else if (!isLocal && environment.get(name) === undefined)
      notices.push(`Other machines may be able to reach ${host}, so ${off}`);
    return isAllowed;
  };
  const allowWorkspaceCreate = read("allowWorkspaceCreate");
  const isChosen = environment.get(switches.allowWorkspaceCreate.name) !== undefined;
  return {
    // A proxy, or a foreign name that resolves to this machine, may bring other callers to a loopback address.
    allowWorkspaceCreate: allowWorkspaceCreate && !isChosen ? "onThisMachine" : allowWorkspaceCreate,
    allowPrivateWebhooks: read("allowPrivateWebhooks"),
    notices,
  };
}
