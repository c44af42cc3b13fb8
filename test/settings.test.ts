import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { mailVariables } from "../functions/src/domain/notifications/mails/mail-values.ts";
import { readSettings } from "../server/src/settings/settings.ts";

const page = readFileSync(join(import.meta.dirname, "..", "docs", "settings.md"), "utf8");

test("the settings page names exactly the variables that the server reads", () => {
  const read = new Set<string>();
  // Some variables are read only if others are set.
  const values: Record<string, string> = { BACKUP_DIR: "/backups", BACKUP_KEY_FILE: "/key" };
  const variables = new Proxy(values, {
    get(target, name) {
      read.add(String(name));
      return target[String(name)];
    },
  });
  readSettings(variables);
  const documentedNames = new Set(
    [...page.matchAll(/^\| (`[A-Z].*?`) \|/gm)].flatMap(([, cell = ""]) => cell.match(/[A-Z_]+/g) ?? []),
  );
  expect([...read].filter((name) => !documentedNames.has(name) && !name.startsWith("OTEL_")).sort()).toStrictEqual([]);
  expect([...documentedNames].filter((name) => !read.has(name) && !name.startsWith("OTEL_")).sort()).toStrictEqual([]);
});

test("the settings page lists every variable of the mail templates", () => {
  const rows = [...page.matchAll(/^\| `([a-z]\w*)` \| (.*) \|$/gm)].map(([, name, meaning]) => [name, meaning]);
  expect(rows).toStrictEqual(Object.entries(mailVariables));
});
