import { keepMail } from "@atrium/functions/domain/mail/store/mailbox";
import { callOf } from "@atrium/functions/testing/fixtures/webhooks/webhooks";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)(
  "a mail's link opens in a tab of its own without access to the console, and script links do not open",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const html = `<a href="${url}/mail/unsubscribe?token=x">Unsubscribe</a> <a href="javascript:window.hit=1">Script</a>
    <a href="/console">Here</a> <form action="${url}/console"><button>Send</button></form>`;
    const [from, to] = [
      { name: "Ada", address: "ada@example.com" },
      { name: "Lin", address: "lin@example.com" },
    ];
    await keepMail(await callOf(w), { from, to, subject: "Plan", text: "", html, messageId: "one@example.com" });
    const { page } = await openConsole(openBrowser);
    await page.goto((await linkTo(w, url, false)).replace("/console#", "/console/notifications?tab=mailbox&mail=1#"));
    const mail = page.frameLocator("iframe.mail-html");
    const opening = page.context().waitForEvent("page");
    await mail.getByText("Unsubscribe").click();
    const opened = await opening;
    await opened.getByRole("heading", { name: "This link is not complete" }).waitFor();
    expect(await opened.evaluate("window.opener")).toBeNull();
    for (const other of ["Script", "Here"]) {
      expect(await mail.getByText(other).getAttribute("href")).toBeNull();
      await mail.getByText(other).click();
    }
    await mail.getByText("Send").click();
    await mail.getByText("Unsubscribe").waitFor();
    expect(page.context().pages()).toHaveLength(2);
    expect(await page.evaluate("window.hit ?? frames[0].hit")).toBeUndefined();
  },
);
