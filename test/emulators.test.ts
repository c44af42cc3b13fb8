import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expectPart } from "@atrium/functions/testing/harness/jest/part";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { Webhook } from "standardwebhooks";
import { cachedFirebaseTools, commandFile } from "../scripts/emulators/firebase-tools.ts";
import { parseOptions } from "../scripts/emulators/options.ts";
import { HOST, settleAddresses } from "../scripts/emulators/ports.ts";
import { PROJECT, readFirebaseJson } from "../scripts/emulators/project.ts";
import { toolsEnvironment } from "../scripts/emulators/suite.ts";
import { freePorts, isTaken, startEmulators } from "../server/testing/running-emulators.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";
import { copyCheckout } from "./checkout-copy.ts";

const tools = cachedFirebaseTools();
const skip = tools ? false : "firebase-tools is not in npm's cache: `npm run emulators` fetches it once";
/** Longest wait for background work, in ms. */
const PATIENCE = 120_000;

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's server that receives webhooks. */
async function receiver(): Promise<{ url: string; messages: Message[] }> {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    messages.push({ headers: request.headers, body });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, messages };
}

/** Deletes the Firestore emulator's data of an earlier run, which was created with other secrets. */
async function emptyFirestore(): Promise<void> {
  if (store !== "firestore") return;
  const address = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects/demo-atrium`;
  expect((await fetch(`${address}/databases/(default)/documents`, { method: "DELETE" })).ok).toBe(true);
}

/** Repeats a request until it has a result. */
async function eventually<T>(what: string, ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    expectWithContext(Date.now(), `${what} did not come about`).toBeLessThan(end);
    await sleep(200);
  }
}

/** Firestore if its emulator is available. */
const store = process.env.FIRESTORE_EMULATOR_HOST ? "firestore" : "sqlite";

testUnless(skip)(
  `the functions serve a customer's journey in the emulators with ${store}: calls, tokens, webhooks, a migration`,
  async () => {
    const data = join(temporaryFolder(), "data");
    await emptyFirestore();
    const emulators = await startEmulators([`--store=${store}`, `--data=${data}`], {
      ATRIUM_FIREBASE_TOOLS: tools as string,
      HEADER_BRAND: "acme",
      TOKEN_ISSUER: "emulated",
    });
    const { url, port } = emulators;
    onTestFinished(() => emulators.end());
    const [example = ""] = /^curl -K .+$/m.exec(emulators.printed()) ?? [];
    expectWithContext(example, emulators.printed()).toMatch(/atrium\.curl/);
    expectWithContext(emulators.printed(), "a log shows no token").not.toMatch(/\b[aw]t_/);
    let headers: Record<string, string> = {};
    const postText = async (path: string, body: string, credentials = headers) => {
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...credentials },
        body,
      });
      const text = await response.text();
      expectWithContext(response.headers.get("content-type") ?? "", `${path}: ${text}`).toMatch(/^application\/json/);
      return { status: response.status, body: JSON.parse(text) };
    };
    const call = async (path: string, input: unknown, credentials = headers) => {
      const { status, body } = await postText(path, JSON.stringify({ data: input }), credentials);
      expectWithContext(status, `${path}: ${JSON.stringify(body)}\n${emulators.printed()}`).toBe(200);
      return body.result.data;
    };

    const { stdout } = await promisify(execFile)("bash", ["-c", example]);
    expect(JSON.parse(stdout).result.data).toHaveLength(3);
    const get = async <T>(path: string) => (await fetch(url + path)).json() as Promise<T>;
    const [health, jwks, workspace, hook] = await Promise.all([
      get<{ status: string }>("/health"),
      get<JSONWebKeySet>("/.well-known/jwks.json"),
      call("/v2/workspace/create", { ownerEmail: "ada@example.com" }),
      receiver(),
    ]);
    expectPart(health, { status: "ok", store });
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
    expect(added.ada.success).toBe(true);
    const [{ secret }, { token }] = await Promise.all([
      call("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId: endpoint.id }),
      call("/v2/auth/generate_token", {
        userId: "ada",
        userProperties: { name: "Ada Lovelace", email: "ada@example.com" },
        permissions: { resources: [] },
      }),
      call("/v2/organizations/documents/add", event),
    ]);
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), { issuer: "emulated" });
    expect(payload.sub).toBe("ada");

    const add = "/v2/organizations/documents/add";
    const stranger = await postText(add, JSON.stringify({ data: event }), {
      ...headers,
      "x-acme-auth-token": "at_wrong",
    });
    expect([stranger.status, stranger.body.error.status]).toStrictEqual([401, "UNAUTHENTICATED"]);
    const unknown = await postText("/v2/nothing/here", "{}");
    expect([unknown.status, unknown.body.error.status]).toStrictEqual([404, "NOT_FOUND"]);
    const malformed = await postText(add, "{ data");
    expect([malformed.status, malformed.body.error.status]).toStrictEqual([400, "INVALID_ARGUMENT"]);

    const move = { organizationId: "acme", documentId: "plan/ä", newDocumentId: "plan/ö" };
    const [message, { migrationId }] = await Promise.all([
      eventually("the webhook", () => hook.messages[0]),
      call("/v2/organizations/documents/migrate", move),
    ]);
    const received = new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
    expect((received as { event: string }).event).toBe("document.add");
    await eventually("the end of the migration", async () => {
      const { status } = await call("/v2/organizations/documents/migrate/status", {
        organizationId: "acme",
        migrationId,
      });
      return status === "completed";
    });
    const documents = await call("/v2/organizations/documents/get", { organizationId: "acme" });
    expect(documents.map(({ id, documentName }: Record<string, string>) => [id, documentName])).toStrictEqual([
      ["plan/ö", "Plan"],
    ]);

    const scheduled = `http://127.0.0.1:${port + 1}/demo-atrium/us-central1/schedules-tasks-0`;
    expect((await fetch(scheduled, { method: "POST" })).status).toBe(200);

    for (const name of ["atrium.curl", "secrets.json", "project/functions/.secret.local"])
      expectWithContext(statSync(join(data, name)).mode & 0o777, name).toBe(0o600);
    for (const hidden of [secret, token, authTokens[0].token]) expect(emulators.printed().includes(hidden)).toBe(false);
    expectWithContext(await emulators.end(), emulators.printed()).toBe(0);
    expect(await Promise.all([port, port + 1, port + 2].map(isTaken))).toStrictEqual([false, false, false]);
  },
);

testUnless(skip)(
  "the Firebase tools alone start the functions and hosting of a checkout that is installed but not built",
  async () => {
    const copy = copyCheckout();
    onTestFinished(() => copy.remove());
    const firebaseJson = readFirebaseJson();
    const port = await freePorts();
    const emulators = settleAddresses(firebaseJson.emulators, parseOptions(["--store=sqlite", `--port=${port}`]));
    const paths = ["/health", "/docs", "/v2/nothing/here", "/.well-known/jwks.json"];
    copy.write({
      "firebase.json": JSON.stringify({ ...firebaseJson, emulators }),
      // On a busy machine, the functions are loaded only in a second attempt.
      "look.mjs": `for (const path of ${JSON.stringify(paths)}) {
      let reply, text = "Function ";
      for (let tries = 0; tries < 60 && text.startsWith("Function "); tries++) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
        reply = await fetch("http://${HOST}:${port}" + path);
        text = await reply.text();
      }
      console.log(path, reply.status, text.slice(0, 40));
    }`,
    });
    const command = ["emulators:exec", "--project", PROJECT, "--only", "functions,hosting", "node look.mjs"];
    const { stdout } = await promisify(execFile)(process.execPath, [commandFile(tools as string), ...command], {
      cwd: copy.folder,
      env: toolsEnvironment(temporaryFolder()),
    });
    const lines = stdout.split("\n");
    const [health, docs, unknown, jwks] = paths.map((path) => lines.find((line) => line.startsWith(`${path} `)));
    expectWithContext(health, stdout).toMatch(/ 200 \{"status":"ok"/);
    expectWithContext(docs, stdout).toMatch(/ 200 <!doctype html>/i);
    expect(unknown).toMatch(/ 404 \{"error":/);
    expectWithContext(jwks, stdout).toMatch(/ 200 \{"keys":\[/);
    expect(statSync(join(copy.folder, "deploy/functions/.secret.local")).mode & 0o777).toBe(0o600);
    // If the tools had prompted for parameters, they would have written the answers there.
    expect(existsSync(join(copy.folder, "functions/.env.local"))).toBe(false);
  },
);

test("an error that prevents the emulators' start is one line that says what to do", async () => {
  const data = join(temporaryFolder(), "data");
  const refused = (args: string[], environment: Record<string, string>) =>
    startEmulators([`--data=${data}`, ...args], { FIRESTORE_EMULATOR_HOST: "", ...environment }).then(
      async (emulators) => void (await emulators.end()),
      (error: Error) => error.message,
    );
  expect((await refused(["--store=mongo"], {})) ?? "").toMatch(
    /^the emulators ended with 1: atrium: --store must be firestore or sqlite, not "mongo"\.\n$/,
  );
  expect((await refused([], { PATH: "/nowhere" })) ?? "").toMatch(
    /^the emulators ended with 1: atrium: The Firestore emulator needs Java 21 .* npm run emulators -- --store=sqlite\n$/,
  );
  expect((await refused(["--store=sqlite"], { ATRIUM_FIREBASE_TOOLS: data })) ?? "").toMatch(
    /^the emulators ended with 1: atrium: ATRIUM_FIREBASE_TOOLS names .*, which does not contain firebase-tools\.\n$/,
  );
});
