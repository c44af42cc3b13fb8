import { isLoopback } from "@atrium/functions/http/request/host-name";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { readSettings } from "./settings.ts";

/** The permissions that the environment gives, and the notices at the start. */
function allowed(environment: Record<string, string>) {
  const { service, allowPrivateWebhooks, notices } = readSettings(environment);
  return { workspaces: service.allowWorkspaceCreate, privateWebhooks: allowPrivateWebhooks, notices };
}

test("on loopback, programs on this machine may create workspaces and receive webhooks, without a notice", () => {
  for (const HOST of ["", "127.0.0.1", "127.8.8.8", "::1", "localhost", "::ffff:127.0.0.1"])
    expectWithContext(allowed({ HOST }), HOST).toStrictEqual({
      workspaces: "onThisMachine",
      privateWebhooks: true,
      notices: [],
    });
});

test("on any other address both are off, and notices at the start say so", () => {
  for (const HOST of ["0.0.0.0", "::", "192.168.1.4", "fd00::1", "atrium.example.com", "localhost.example.com"]) {
    const { notices, ...permissions } = allowed({ HOST });
    expectWithContext(permissions, HOST).toStrictEqual({ workspaces: false, privateWebhooks: false });
    expect(notices).toStrictEqual([
      `Other machines may be able to reach ${HOST}, so calls can't create workspaces. \`npx atrium workspace create\` creates one; ALLOW_WORKSPACE_CREATE=true allows it to everybody.`,
      `Other machines may be able to reach ${HOST}, so webhooks may only go to public addresses. ALLOW_PRIVATE_WEBHOOKS=true allows private ones.`,
    ]);
  }
});

test("the operator's setting applies on every address, and notices say what it allows to others", () => {
  const on = { ALLOW_WORKSPACE_CREATE: "true", ALLOW_PRIVATE_WEBHOOKS: "1" };
  const { notices, ...permissions } = allowed({ HOST: "0.0.0.0", ...on });
  expect(permissions).toStrictEqual({ workspaces: true, privateWebhooks: true });
  expect(notices[0] ?? "").toMatch(
    /^ALLOW_WORKSPACE_CREATE is on and other machines may be able to reach 0\.0\.0\.0: /,
  );
  expect(notices[1] ?? "").toMatch(
    /^ALLOW_PRIVATE_WEBHOOKS is on and other machines may be able to reach 0\.0\.0\.0: /,
  );
  const off = { ALLOW_WORKSPACE_CREATE: "no", ALLOW_PRIVATE_WEBHOOKS: "off" };
  for (const HOST of ["127.0.0.1", "0.0.0.0"])
    expectWithContext(allowed({ HOST, ...off }), HOST).toStrictEqual({
      workspaces: false,
      privateWebhooks: false,
      notices: [],
    });
});

test("an address in an ambiguous form does not count as loopback", () => {
  for (const host of ["127.1", "0177.0.0.1", "2130706433", "::ffff:10.0.0.1", "[::1]", "LOCALHOST.", " 127.0.0.1"])
    expectWithContext(isLoopback(host), host).toBe(false);
});
