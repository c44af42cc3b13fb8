import assert from "node:assert/strict";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { Webhook } from "standardwebhooks";
import { keptFirebaseTools } from "../scripts/emulators/firebase-tools.ts";
import { isTaken, startEmulators } from "../server/testing/running-emulators.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";

const tools = keptFirebaseTools();
const skip = tools ? false : "firebase-tools is not in npm's cache: `npm run emulators` fetches it once";
/** How long something is waited for that goes on by itself, in ms. */
const PATIENCE = 30_000;

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's server that takes webhooks. */
async function receiver(t: TestContext): Promise<{ url: string; messages: Message[] }> {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    messages.push({ headers: request.headers, body });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, messages };
}

/** What an earlier run has left in the Firestore emulator was made with other secrets. */
async function emptyFirestore(): Promise<void> {
  if (store !== "firestore") return;
  const address = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/demo-atrium`;
  assert.ok((await fetch(`${address}/databases/(default)/documents`, { method: "DELETE" })).ok);
}

/** Asks again and again until there is an answer. */
async function eventually<T>(what: string, ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    assert.ok(Date.now() < end, `${what} did not come about`);
    await sleep(200);
  }
}

/** Over Firestore where its emulator runs. */
const store = process.env.FIRESTORE_EMULATOR_HOST ? "firestore" : "sqlite";

test(`the functions serve a customer's journey in the emulators over ${store}: calls, tokens, webhooks, a migration`, {
  skip,
}, async (t) => {
  const data = join(temporaryFolder(t), "data");
  await emptyFirestore();
  const emulators = await startEmulators([`--store=${store}`, `--data=${data}`], {
    ATRIUM_SEED: "none",
    ATRIUM_FIREBASE_TOOLS: tools as string,
    HEADER_BRAND: "acme",
    TOKEN_ISSUER: "emulated",
  });
  const { url, port } = emulators;
  t.after(() => emulators.end());
  let headers: Record<string, string> = {};
  const postText = async (path: string, body: string, credentials = headers) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentials },
      body,
    });
    const text = await response.text();
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/, `${path}: ${text}`);
    return { status: response.status, body: JSON.parse(text) };
  };
  const call = async (path: string, input: unknown, credentials = headers) => {
    const { status, body } = await postText(path, JSON.stringify({ data: input }), credentials);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}\n${emulators.printed()}`);
    return body.result.data;
  };

  const get = async <T>(path: string) => (await fetch(url + path)).json() as Promise<T>;
  const [health, jwks, workspace, hook] = await Promise.all([
    get<{ status: string }>("/health"),
    get<JSONWebKeySet>("/.well-known/jwks.json"),
    call("/v2/workspace/create", { ownerEmail: "ada@example.com" }),
    receiver(t),
  ]);
  assert.partialDeepStrictEqual(health, { status: "ok", store });
  const [apiKey = ""] = Object.keys(workspace.apiKeyList);
  const { authTokens } = await call(
    "/v2/workspace/authtokens/get",
    { apiKey },
    { "x-acme-workspace-id": workspace.id, "x-acme-workspace-auth-token": workspace.authToken },
  );
  headers = { "x-acme-api-key": apiKey, "x-acme-auth-token": authTokens[0].token };

  const event = { organizationId: "acme", documents: [{ documentId: "plan/ä", documentName: "Plan" }] };
  const [added, endpoint] = await Promise.all([
    call("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada", name: "Ada Lovelace" }] }),
    call("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }).then(() =>
      call("/v2/workspace/advancedwebhook/endpoints/create", { url: hook.url, filterTypes: ["document.add"] }),
    ),
  ]);
  assert.equal(added.ada.success, true);
  const [{ secret }, { token }] = await Promise.all([
    call("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId: endpoint.id }),
    call("/v2/auth/generate_token", {
      userId: "ada",
      userProperties: { name: "Ada Lovelace", email: "ada@example.com" },
    }),
    call("/v2/organizations/documents/add", event),
  ]);
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), { issuer: "emulated" });
  assert.equal(payload.sub, "ada");

  const add = "/v2/organizations/documents/add";
  const stranger = await postText(add, JSON.stringify({ data: event }), {
    ...headers,
    "x-acme-auth-token": "at_wrong",
  });
  assert.deepEqual([stranger.status, stranger.body.error.status], [401, "UNAUTHENTICATED"]);
  const malformed = await postText(add, "{ data");
  assert.deepEqual([malformed.status, malformed.body.error.status], [400, "INVALID_ARGUMENT"]);

  const move = { organizationId: "acme", documentId: "plan/ä", newDocumentId: "plan/ö" };
  const [message, { migrationId }] = await Promise.all([
    eventually("the webhook", () => hook.messages[0]),
    call("/v2/organizations/documents/migrate", move),
  ]);
  const told = new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
  assert.equal((told as { event: string }).event, "document.add");
  await eventually("the end of the migration", async () => {
    const { status } = await call("/v2/organizations/documents/migrate/status", {
      organizationId: "acme",
      migrationId,
    });
    return status === "completed";
  });
  const documents = await call("/v2/organizations/documents/get", { organizationId: "acme" });
  assert.deepEqual(
    documents.map(({ id, documentName }: Record<string, string>) => [id, documentName]),
    [["plan/ö", "Plan"]],
  );

  const scheduled = `http://127.0.0.1:${port + 1}/demo-atrium/us-central1/schedules-tasks-0`;
  assert.equal((await fetch(scheduled, { method: "POST" })).status, 200);

  for (const name of ["secrets.json", "project/functions/.secret.local"])
    assert.equal(statSync(join(data, name)).mode & 0o777, 0o600, name);
  for (const hidden of [secret, token, authTokens[0].token]) assert.ok(!emulators.printed().includes(hidden));
  assert.equal(await emulators.end(), 0, emulators.printed());
  assert.deepEqual(await Promise.all([port, port + 1, port + 2].map(isTaken)), [false, false, false]);
});

test("what keeps the emulators from starting is one line that says what to do", async (t) => {
  const data = join(temporaryFolder(t), "data");
  const refused = (args: string[], environment: Record<string, string>) =>
    startEmulators([`--data=${data}`, ...args], { FIRESTORE_EMULATOR_HOST: "", ...environment }).then(
      async (emulators) => void (await emulators.end()),
      (error: Error) => error.message,
    );
  assert.match(
    (await refused(["--store=mongo"], {})) ?? "",
    /^the emulators ended with 1: atrium: --store must be firestore or sqlite, not "mongo"\.\n$/,
  );
  assert.match(
    (await refused([], { PATH: "/nowhere" })) ?? "",
    /^the emulators ended with 1: atrium: The Firestore emulator needs Java 21 .* npm run emulators -- --store=sqlite\n$/,
  );
  assert.match(
    (await refused(["--store=sqlite"], { ATRIUM_FIREBASE_TOOLS: data })) ?? "",
    /^the emulators ended with 1: atrium: ATRIUM_FIREBASE_TOOLS names .*, where no firebase-tools is\.\n$/,
  );
});
