// `npm run screenshots`: takes pictures of every page and tab of the console with the demo world, light and dark, wide
// and narrow, into dist/screenshots, and writes the two pictures of the README.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { build, changeNode, installAll, root } from "./prepare.mjs";

printHelp(`Usage: npm run screenshots

Takes pictures of every page of the console into dist/screenshots, and writes the two pictures of the README. It has no
options.`);

installAll();
changeNode();
build();
const { createClient } = await import("@atrium/client");
const { chromium } = await import("playwright-core");
const { chromiumPath } = await import("../server/testing/chromium-path.ts");
const { startServer } = await import("../server/testing/running-server.ts");

const target = join(root, "dist", "screenshots");
/** Largest size of a README picture, in bytes. */
const MAX_SIZE = 60_000;
const themes = ["light", "dark"];
const widths = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
/** The README's pictures: file name, view and theme. */
const pictured = [
  ["console-deliveries", "webhooks-deliveries", "light"],
  ["console-live", "live", "dark"],
];
const place = { organizationId: "meridian-press", documentId: ".plan" };
const [ada, lin] = ["agnes.szoke@example.com", "amelie.dubois@example.com"];

const folder = mkdtempSync(join(tmpdir(), "atrium-screenshots-"));
const server = await startServer(folder, { ATRIUM_SEED: "world", LOG_LEVEL: "info" });
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
try {
  const secrets = credentials();
  const { apiKey } = secrets;
  const atrium = createClient({ baseUrl: server.url, apiKey, authToken: secrets.authToken });
  const endpoint = await fillWorld(atrium);
  mkdirSync(target, { recursive: true });
  const views = viewsOf(apiKey, endpoint);
  let count = 0;
  for (const theme of themes) {
    for (const [size, viewport] of Object.entries(widths)) {
      const page = await openLogin(theme, viewport);
      const write = async (name) => {
        writeFileSync(join(target, `${name}-${theme}-${size}.png`), await page.screenshot());
        count++;
      };
      await write("login");
      await logIn(page, secrets);
      for (const [name, address] of views) {
        if (address.startsWith("/live")) await arrive(atrium);
        await openView(page, address);
        await write(name);
        for (const tab of await furtherTabs(page)) {
          await tab.click();
          await settle(page);
          await write(`${name}-${(await tab.innerText()).toLowerCase().replaceAll(" ", "-")}`);
        }
      }
      await page.context().close();
    }
  }
  for (const [file, view, theme] of pictured) await writeWebp(file, `${view}-${theme}-wide.png`);
  console.log(`${count} pictures: ${target}`);
} finally {
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true });
}

/** Ids and tokens of the demo world. */
function credentials() {
  const args = [join(root, "server", "dist", "cli.cjs"), "credentials", "--env", "--data", folder];
  const text = execFileSync(process.execPath, args, { encoding: "utf8" });
  const read = (name) => new RegExp(`ATRIUM_${name}='([^']+)'`).exec(text)?.[1];
  return {
    ...{ apiKey: read("API_KEY"), authToken: read("AUTH_TOKEN") },
    ...{ workspaceId: read("WORKSPACE_ID"), workspaceToken: read("WORKSPACE_AUTH_TOKEN") },
  };
}

/** Adds data that the pages show in addition to the demo world. @returns the id of an endpoint that fails. */
async function fillWorld(atrium) {
  await atrium.workspace.advancedwebhookconfig.update({ isEnabled: true });
  const { data: receiver } = await atrium.workspace.inspectors.create();
  const { endpoints } = atrium.workspace.advancedwebhook;
  const { data: works } = await endpoints.create({ url: server.url + receiver.path, rateLimit: 50 });
  // Nothing listens on this port.
  const { data: fails } = await endpoints.create({ url: "http://127.0.0.1:9/hooks", filterTypes: ["comment.add"] });
  for (const { id } of [works, fails]) await endpoints.test({ endpointId: id, eventType: "comment.add" });
  const comment = { commentText: `Is {{${lin}}} sure of the cover?`, from: { userId: ada }, triggerNotification: true };
  await atrium.commentannotations.add({ ...place, commentAnnotations: [{ commentData: [comment] }] });
  return fails.id;
}

/** Adds people's presence to the document, which lasts for a minute. */
async function arrive(atrium) {
  const users = [
    { userId: ada, status: "online" },
    { userId: lin, status: "away" },
  ];
  await atrium.presence.add({ ...place, users });
}

/** The names and addresses of all console pages, with ids from the demo world. */
function viewsOf(apiKey, endpoint) {
  const source = readFileSync(join(root, "console", "src", "pages.ts"), "utf8");
  const paths = [...source.matchAll(/path: "(\/[^"]*)"/g)].map(([, path]) => path);
  const values = new URLSearchParams({
    ...{ organization: place.organizationId, document: place.documentId },
    ...{ person: ada, what: "document", id: place.documentId, endpoint: "/v2/users/get" },
  });
  return paths.map((path) => {
    const name = path === "/" ? "overview" : path.slice(1).replaceAll(/\/\$?/g, "-");
    const address = path.replace("$apiKey", apiKey).replace("$endpoint", endpoint);
    const user = path === "/live" || path === "/access" ? `&user=${encodeURIComponent(ada)}` : "";
    const isGeneral = path === "/data" || path === "/notifications" || path === "/logs";
    return [name, isGeneral ? address : `${address}?${values}${user}`];
  });
}

/** Opens the login page. */
async function openLogin(colorScheme, viewport) {
  const context = await browser.newContext({ viewport, colorScheme, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(`${server.url}/console`);
  await page.getByLabel("Workspace id").waitFor();
  return page;
}

async function logIn(page, { workspaceId, workspaceToken }) {
  await page.getByLabel("Workspace id").fill(workspaceId);
  await page.getByLabel("Workspace token").fill(workspaceToken);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** Opens an address of the console, and waits until its content has loaded. */
async function openView(page, address) {
  await page.goto(`${server.url}/console${address}`);
  await page.getByRole("main").locator("h1").waitFor();
  if (address.startsWith("/live")) await page.getByText("Connected").waitFor();
  await settle(page);
}

async function settle(page) {
  for (const loading of await page.locator(".loading").all()) await loading.waitFor({ state: "detached" });
  // By then, content that arrives by itself, such as events and deliveries, is there.
  await page.waitForTimeout(500);
}

/** The tabs of a page other than the one that is open first. */
async function furtherTabs(page) {
  return (await page.getByRole("tablist").first().getByRole("tab").all()).slice(1);
}

/** Writes a picture for the README as WebP: a third of a PNG's size. */
async function writeWebp(file, from) {
  const page = await browser.newPage();
  const source = `data:image/png;base64,${readFileSync(join(target, from)).toString("base64")}`;
  const picture = await page.evaluate(draw, source);
  const path = join(root, "docs", `${file}.webp`);
  writeFileSync(path, Buffer.from(picture.split(",")[1], "base64"));
  const { size } = statSync(path);
  console.log(`docs/${file}.webp: ${size} bytes`);
  if (size > MAX_SIZE) throw new Error(`A README picture must have at most ${MAX_SIZE} bytes.`);
}

/** Runs in the browser. */
async function draw(src) {
  const image = Object.assign(new Image(), { src });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.85);
}
