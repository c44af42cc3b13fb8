import { join } from "node:path";
import { plan, readEditor, worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { syncTo } from "@atrium/functions/testing/fixtures/crdt/sync";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { build } from "esbuild";
import * as Y from "yjs";
import { createHttpServer } from "../../../server/src/http-server.ts";
import { browserOfFile, noBrowser } from "../../../server/testing/browser.ts";
import { closeApp } from "../../../server/testing/close-app.ts";

const openBrowser = browserOfFile();

/** A page that runs `stored-editor-page.ts`. */
async function htmlOfPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../../testing/stored-editor-page.ts")],
    bundle: true,
    format: "iife",
    write: false,
  });
  return `<!doctype html><script>${outputFiles[0]?.text.replaceAll("</script", "<\\/script")}</script>`;
}

testUnless(noBrowser)(
  "what is typed without a server in a page that is then closed reaches the server later, from the copy of y-indexeddb",
  async () => {
    const w = await worldWithPlan();
    await w.ok("/v2/users/add", { ...plan, users: [{ userId: "ada" }] });
    await w.ok("/v2/workspace/domains/add", { domains: ["127.0.0.1"] });
    const serve = async (port: number) => {
      const app = createHttpServer(w.context);
      onTestFinished(() => closeApp(app));
      return { app, url: await app.listen({ host: "127.0.0.1", port }) };
    };
    const { app, url } = await serve(0);
    const context = await openBrowser();
    const html = await htmlOfPage();
    // The page of an application that works offline is in the browser's cache.
    await context.route(`${url}/page`, (route) => route.fulfill({ contentType: "text/html", body: html }));
    const open = async () => {
      const page = await context.newPage();
      await page.goto(`${url}/page`);
      const options = [url, await w.token("ada"), plan].map((value) => JSON.stringify(value)).join();
      await page.evaluate(`openEditor(${options}).then((editor) => { globalThis.editor = editor; })`);
      const textOf = () => page.evaluate("editor.text.toString()");
      const reaches = (state: string) => page.waitForFunction(`editor.provider.state === "${state}"`);
      const type = async (text: string) => {
        const copied = await page.evaluate("editor.copiedUpdates()");
        await page.evaluate(`editor.text.insert(editor.text.length, ${JSON.stringify(text)})`);
        await page.waitForFunction(`editor.copiedUpdates().then((count) => count > ${copied})`);
      };
      return { page, textOf, reaches, type };
    };
    const first = await open();
    await first.reaches("synced");
    await first.type("Online.");
    await first.page.waitForFunction("editor.provider.isSaved");
    await closeApp(app);
    await first.reaches("offline");
    await first.type(" Offline.");
    await first.page.close();
    const other = new Y.Doc();
    await syncTo(w, "title", other);
    other.getText("content").insert(0, "Another's. ");
    await syncTo(w, "title", other);
    const second = await open();
    expect(await second.textOf()).toBe("Online. Offline.");
    await serve(Number(new URL(url).port));
    await second.reaches("synced");
    await second.page.waitForFunction("editor.provider.isSaved");
    expect(await second.textOf()).toBe("Another's. Online. Offline.");
    expect((await readEditor(w, "title")).data).toBe("Another's. Online. Offline.");
  },
);
