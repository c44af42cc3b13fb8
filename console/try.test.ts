import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { servingDocs } from "../server/testing/seeded-docs.ts";
import { linkTo, openConsole } from "./testing/open-console.ts";

const openBrowser = browserOfFile();

testUnless(noBrowser)("the example of a read endpoint uses an organization that exists", async () => {
  const { w, url } = await servingDocs({ docsFolder });
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globe", organizationName: "Globe" }] });
  await w.ok("/v2/users/add", { organizationId: "globe", users: [{ userId: "lin", name: "Lin Chen", email: "" }] });
  const { page, problems } = await openConsole(openBrowser);
  await page.goto(await linkTo(w, url, false));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`${url}/console/try?endpoint=/v2/users/get`);
  const organizationId = page.getByLabel("organizationId (required)");
  await organizationId.waitFor();
  expect(await organizationId.inputValue()).toBe("globe");
  await page.getByRole("button", { name: "Make the call" }).click();
  await page.getByText("Lin Chen").waitFor();
  expect(problems).toStrictEqual([]);
});

testUnless(noBrowser)(
  "what was typed for an endpoint is restored after visiting another endpoint or page",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globe", organizationName: "Globe" }] });
    const { page, problems } = await openConsole(openBrowser);
    const path = "/console/try?endpoint=/v2/organizations/update#";
    await page.goto((await linkTo(w, url, false)).replace("/console#", path));
    const endpoint = page.getByLabel("Endpoint", { exact: true });
    const typedText = page.getByText("Typed by me").first();
    await page.getByRole("tab", { name: "JSON" }).click();
    const input = page.getByRole("textbox", { name: "Input" });
    const example = await input.inputValue();
    const draft = JSON.stringify({ organizations: [{ organizationId: "globe", organizationName: "Typed by me" }] });
    await input.fill(draft);
    await endpoint.selectOption("/v2/users/get");
    await page.getByText("/v2/users/get", { exact: true }).last().waitFor();
    expect(await typedText.count()).toBe(0);
    await endpoint.selectOption("/v2/organizations/update");
    await typedText.waitFor();
    expect(JSON.parse(await input.inputValue())).toStrictEqual(JSON.parse(draft));
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.goBack();
    await typedText.waitFor();
    await page.getByRole("button", { name: "Make the call" }).click();
    await page.getByRole("heading", { name: "Result" }).waitFor();
    const { data } = await w.ok("/v2/organizations/get", { organizationIds: ["globe"] });
    expect(data[0].organizationName).toBe("Typed by me");
    // Filling in the example discards what was typed.
    await page.getByRole("button", { name: "Fill in the example" }).click();
    await endpoint.selectOption("/v2/users/get");
    await endpoint.selectOption("/v2/organizations/update");
    await page.getByRole("tab", { name: "JSON" }).click();
    expect(await input.inputValue()).toBe(example);
    expect(problems).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "a read-only session makes no call that writes, signs or shows secrets, and the page says why",
  async () => {
    const { w, url } = await servingDocs({ docsFolder });
    const { page, problems } = await openConsole(openBrowser, 390);
    const path = "/console/try?endpoint=/v2/users/add#";
    await page.goto((await linkTo(w, url, true)).replace("/console#", path));
    const endpoint = page.getByLabel("Endpoint", { exact: true });
    const call = page.getByRole("button", { name: "Make the call" });
    const notice = page.getByText("This session is read-only: it makes no call that writes, signs or shows secrets.");
    const calledPaths: string[] = [];
    page.on("request", (request) => calledPaths.push(new URL(request.url()).pathname));
    for (const refusedPath of [
      ...["/v2/users/add", "/v2/auth/generate_token", "/v2/workspace/authtokens/get", "/v2/workspace/create"],
      "/v2/workspace/advancedwebhook/endpoints/secret/get",
    ]) {
      await endpoint.selectOption(refusedPath);
      await page.getByRole("link", { name: refusedPath, exact: true }).waitFor();
      await notice.waitFor();
      expect(await call.isDisabled()).toBe(true);
      // A disabled button can still be reached by keyboard.
      await call.press("Enter");
      expect(calledPaths).not.toContain(refusedPath);
    }
    for (const readPath of ["/v2/workspace/apikeys/get", "/v2/workspace/sessions/revoke"]) {
      await endpoint.selectOption(readPath);
      await page.getByRole("link", { name: readPath, exact: true }).waitFor();
      expect([await call.isDisabled(), await notice.count()]).toStrictEqual([false, 0]);
    }
    expect(problems).toStrictEqual([]);
  },
);
