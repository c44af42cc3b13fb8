import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/create";

test("a new workspace can be read with the credentials of the reply", async () => {
  const w = await world();
  const { message, data } = await w.ok(path, {
    ownerEmail: "lin@example.com",
    name: "Lin",
    avatar: "https://example.com/l.png",
  });
  expect(message).toBe("Workspace created successfully");
  expect(data.name).toBe("Lin workspace");
  expect(data.owner.avatar).toBe("https://example.com/l.png");
  const headers = { "x-service-workspace-id": data.id, "x-service-workspace-auth-token": data.authToken };
  expect((await w.ok("/v2/workspace/get", {}, { headers })).data).toStrictEqual(data);
});

test("names default to the address", async () => {
  const w = await world();
  const { data } = await w.ok(path, { ownerEmail: "lin@example.com" });
  expect(data.owner.name).toBe("lin@example.com");
  expect(data.name).toBe("lin@example.com workspace");
  expect(Object.values(data.apiKeyList).map((key) => (key as { apiKeyName: string }).apiKeyName)).toStrictEqual([
    "Lin Test API Key",
  ]);
});

test("one address owns at most five workspaces, in whatever case it is written", async () => {
  const w = await world();
  for (let i = 0; i < 5; i++) await w.ok(path, { ownerEmail: "lin@example.com" });
  const error = await w.fails(path, { ownerEmail: "LIN@example.com" });
  expect(error.status).toBe("RESOURCE_EXHAUSTED");
  expect(error.message).toBe("You have reached the maximum number of workspaces allowed for this email address.");
});

test("disposable e-mail addresses can't own a workspace, but addresses of similar domains can", async () => {
  const w = await world();
  for (const ownerEmail of ["lin@mailinator.com", "LIN@Inbox.YOPMAIL.com"]) {
    const { status, message } = await w.fails(path, { ownerEmail });
    expect([status, message]).toStrictEqual(["INVALID_ARGUMENT", "This email domain is not supported."]);
  }
  for (const domain of ["notmailinator.com", "mailinator.com.example.com", "com", "intranet"])
    await w.ok(path, { ownerEmail: `lin@${domain}` });
});

test("an invalid address is refused with its field", async () => {
  const w = await world();
  const error = await w.fails(path, { ownerEmail: "nobody" });
  expect(error.status).toBe("INVALID_ARGUMENT");
  expect(error.message).toBe("data.ownerEmail must be an e-mail address.");
});

test("an operator can turn creating workspaces off", async () => {
  const w = await world({ settings: { allowWorkspaceCreate: false } });
  expect((await w.fails(path, { ownerEmail: "lin@example.com" })).status).toBe("PERMISSION_DENIED");
});

test("if only programs on the machine may create workspaces, calls by another name or through a proxy are refused", async () => {
  const w = await world({ settings: { allowWorkspaceCreate: "onThisMachine" } });
  const input = { ownerEmail: "lin@example.com" };
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST"])
    await w.ok(path, input, { headers: { host } });
  const strangers: Record<string, string>[] = [
    { host: "page.example:3000" },
    { host: "localhost.page.example" },
    { host: "127.0.0.1.page.example" },
    { host: "" },
    { host: "localhost:3000", "x-forwarded-for": "203.0.113.9" },
    { host: "127.0.0.1:3000", forwarded: "for=203.0.113.9" },
    { host: "127.0.0.1:3000", "x-real-ip": "203.0.113.9" },
    { host: "127.0.0.1:3000", via: "1.1 proxy" },
  ];
  for (const headers of strangers) {
    const { status, message } = await w.fails(path, input, { headers });
    expectWithContext([status, message], JSON.stringify(headers)).toStrictEqual([
      "PERMISSION_DENIED",
      "Only programs on this machine can create workspaces here, if they call it as `localhost` or by its address and not through a proxy. Use `npx atrium workspace create`, or set ALLOW_WORKSPACE_CREATE=true.",
    ]);
  }
});

test("requests that a page of another site can send do not use up the rate limit of its reader's address", async () => {
  const w = await world({ rateLimits: { public: 1 } });
  for (let i = 0; i < 5; i++) {
    const error = await w.fails(path, {}, { ip: "192.0.2.1", headers: { "content-type": "text/plain;charset=UTF-8" } });
    expect(error.http).toBe(415);
  }
  await w.ok(path, { ownerEmail: "lin@example.com" }, { ip: "192.0.2.1" });
});

test("an unauthenticated caller creates at most ten a minute per network address", async () => {
  const w = await world({ rateLimits: { public: 10 } });
  for (let i = 0; i < 10; i++) await w.ok(path, { ownerEmail: `lin${i}@example.com` }, { ip: "192.0.2.1" });
  const error = await w.fails(path, { ownerEmail: "lin@example.com" }, { ip: "192.0.2.1" });
  expect(error.http).toBe(429);
  expect(error.message).toBe("Rate limit exceeded for this endpoint. Try again later.");
  expect(Number(error.headers["retry-after"])).toBeGreaterThan(0);
  await w.ok(path, { ownerEmail: "lin@example.com" }, { ip: "192.0.2.2" });
});

noRoundTrip(path, "Ids and tokens are generated.");
