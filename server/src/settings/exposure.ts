import { isLoopback } from "@atrium/functions/http/request/host-name";
import { boolean, type Environment } from "./environment.ts";

/** What only programs on this machine may do unless the operator allows it to others. */
export interface Permissions {
  /** Whether anybody who reaches the server may create a workspace, or only programs of this machine. */
  allowWorkspaceCreate: boolean | "onThisMachine";
  /** Whether webhooks may go to private addresses: on one machine, the customer is often a program beside it. */
  allowPrivateWebhooks: boolean;
  /** Consequences for the operator, as sentences. */
  notices: string[];
}

const switches = {
  allowWorkspaceCreate: {
    name: "ALLOW_WORKSPACE_CREATE",
    off: "calls can't make workspaces. `npx atrium workspace create` makes one; ALLOW_WORKSPACE_CREATE=true lets everybody do it.",
    on: "everybody who reaches this address can make workspaces.",
  },
  allowPrivateWebhooks: {
    name: "ALLOW_PRIVATE_WEBHOOKS",
    off: "webhooks go to public addresses only. ALLOW_PRIVATE_WEBHOOKS=true lets them go to private ones.",
    on: "everybody with an auth token can have Atrium call private addresses.",
  },
};

/** Reads the settings: by default everything is allowed if only this machine reaches `host`, else nothing. */
export function readPermissions(environment: Environment, host: string): Permissions {
  const isLocal = isLoopback(host);
  const notices: string[] = [];
  const read = (key: keyof typeof switches): boolean => {
    const { name, on, off } = switches[key];
    const isAllowed = boolean(environment, name, isLocal);
    if (!isLocal && isAllowed) notices.push(`${name} is on and other machines may reach ${host}: ${on}`);
    else if (!isLocal && environment.get(name) === undefined)
      notices.push(`Other machines may reach ${host}, so ${off}`);
    return isAllowed;
  };
  const allowWorkspaceCreate = read("allowWorkspaceCreate");
  const isChosen = environment.get(switches.allowWorkspaceCreate.name) !== undefined;
  return {
    // A proxy, or a name of a stranger that leads here, may bring others to a loopback address.
    allowWorkspaceCreate: allowWorkspaceCreate && !isChosen ? "onThisMachine" : allowWorkspaceCreate,
    allowPrivateWebhooks: read("allowPrivateWebhooks"),
    notices,
  };
}
