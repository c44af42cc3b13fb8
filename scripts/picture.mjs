// `npm run picture`: takes the README's picture of the example web app in two windows, and writes docs/picture.webp.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printHelp } from "./help.mjs";
import { changeNode, installAll, root } from "./prepare.mjs";

printHelp(`Usage: npm run picture

Takes the README's picture of the example web app, and writes docs/picture.webp. It has no options.`);

installAll();
changeNode();
const { createClient } = await import("@atrium/client");
const { chromium } = await import("playwright-core");
const { chromiumPath } = await import("../server/testing/chromium-path.ts");
const { newCredentials, startServer } = await import("../server/testing/running-server.ts");
const { RunningProgram } = await import("../server/testing/running-program.ts");

/** Size of a window, in px. */
const viewport = { width: 420, height: 440 };
/** Largest size of the picture, in bytes. */
const MAX_SIZE = 60_000;
const place = { organizationId: "acme", documentId: "Plan for 2026" };

const folder = mkdtempSync(join(tmpdir(), "atrium-picture-"));
const server = await startServer(folder);
const headers = await newCredentials(server);
const key = { apiKey: headers["x-service-api-key"], authToken: headers["x-service-auth-token"] };
const env = { ATRIUM_URL: server.url, ATRIUM_API_KEY: key.apiKey, ATRIUM_AUTH_TOKEN: key.authToken };
const args = [join(root, "examples/web-app-token/main.ts"), place.organizationId, place.documentId, "--port", "0"];
const app = new RunningProgram(spawn(process.execPath, args, { env: { ...process.env, ...env } }));
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
try {
  const atrium = createClient({ baseUrl: server.url, ...key });
  const documents = [{ documentId: place.documentId }];
  await atrium.organizations.documents.add({ organizationId: "acme", createOrganization: true, documents });
  const [, url] = await app.prints(/^Open (http:\S+)\?as=ada/m);
  const ada = await openWindow(`${url}?as=ada`);
  const lin = await openWindow(`${url}?as=lin`);
  await ada.getByText("Here: Ada Lovelace, Lin Wei").waitFor();
  await write(ada, lin, "Is the budget for 2026 final?");
  await write(lin, ada, "Nearly: the figure for travel comes today.");
  await write(ada, lin, "Then I wait with the summary.");
  await lin.getByLabel("Comment").fill("It is in now, have a look");
  const file = join(root, "docs", "picture.webp");
  writeFileSync(file, await sideBySide([ada, lin]));
  const { size } = statSync(file);
  console.log(`docs/picture.webp: ${size} bytes`);
  if (size > MAX_SIZE) throw new Error(`The picture must have at most ${MAX_SIZE} bytes.`);
} finally {
  await browser.close();
  await app.kill();
  await server.end();
  rmSync(folder, { recursive: true });
}

async function openWindow(address) {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5, colorScheme: "light", locale: "en-GB" });
  await page.goto(address);
  await page.getByText("live").waitFor();
  return page;
}

/** Writes a comment in one window, and waits until the other one shows it. */
async function write(writer, reader, text) {
  await writer.getByLabel("Comment").fill(text);
  await writer.getByRole("button", { name: "Send" }).click();
  await reader.getByText(text).waitFor();
}

/** One picture of several windows, as WebP: a third of a PNG's size. */
async function sideBySide(windows) {
  const images = await Promise.all(windows.map((page) => page.screenshot()));
  const sources = images.map((image) => `data:image/png;base64,${image.toString("base64")}`);
  const page = await browser.newPage();
  const picture = await page.evaluate(draw, sources);
  return Buffer.from(picture.split(",")[1], "base64");
}

/** Runs in the browser. */
async function draw(sources) {
  const images = await Promise.all(
    sources.map(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image;
    }),
  );
  const gap = 36;
  const canvas = document.createElement("canvas");
  canvas.width = images.reduce((sum, { width }) => sum + width + gap, gap);
  canvas.height = images[0].height + 2 * gap;
  const context = canvas.getContext("2d");
  context.fillStyle = "#e4e8f0";
  context.fillRect(0, 0, canvas.width, canvas.height);
  let x = gap;
  for (const image of images) {
    context.drawImage(image, x, gap);
    x += image.width + gap;
  }
  return canvas.toDataURL("image/webp", 0.85);
}
