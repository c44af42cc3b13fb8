import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";
import { headerBrandOf } from "./header-brand.ts";
import { writeHosting } from "./hosting.ts";

test("the files that hosting serves name the headers of the operator's brand, so that the console can sign in", async () => {
  const folder = join(temporaryFolder(), "hosting");
  await writeHosting(folder, { headerBrand: "globex" });
  for (const name of ["openapi.json", "console/index.html", "docs/v2/users/get.html"]) {
    const text = readFileSync(join(folder, name), "utf8");
    expect([name, text.includes("x-globex-"), text.includes("x-service-")]).toStrictEqual([name, true, false]);
  }
});

test("the brand comes from the parameters of the project, in the emulators also from the local ones", () => {
  const folder = join(temporaryFolder(), "functions");
  mkdirSync(folder);
  const brandOf = (isEmulated = false) => headerBrandOf(folder, { project: "my-project", isEmulated });
  expect(brandOf()).toBe("service");
  writeFileSync(join(folder, ".env.my-project"), "TOKEN_ISSUER=atrium\nHEADER_BRAND=acme # ours\n");
  writeFileSync(join(folder, ".env.other"), "HEADER_BRAND=other\n");
  writeFileSync(join(folder, ".env.local"), 'HEADER_BRAND="globex"\n');
  expect([brandOf(), brandOf(true)]).toStrictEqual(["acme", "globex"]);
  expect(headerBrandOf(folder, { isEmulated: false })).toBe("service");
});
