import { expect, test } from "@jest/globals";
import { readSettings } from "./settings.ts";
import options from "./start-options.json" with { type: "json" };
import { readOptions, startHelp } from "./start-options.ts";

test("an option of `npm start` sets a variable", () => {
  const { variables, isHelp } = readOptions(["--port", "6000", "--backup-every=2h", "--data", "/srv/atrium"]);
  expect(variables).toStrictEqual({ PORT: "6000", ATRIUM_DATA: "/srv/atrium", BACKUP_EVERY: "2h" });
  expect(isHelp).toBe(false);
  expect(readOptions(["--port", "6000", "--help"]).isHelp).toBe(true);
  expect(readOptions(["-h"]).isHelp).toBe(true);
});

test("every option sets an existing setting, and the help lists all options", () => {
  const values: Record<string, string> = { BACKUP_KEY_FILE: "", BACKUP_EVERY: "", BACKUP_KEEP: "", BACKUP_DIR: "" };
  for (const { name, variable } of options) {
    expect(readSettings({ [variable]: values[variable] ?? "" }).notices).toStrictEqual([]);
    expect(startHelp()).toContain(`--${name} `);
    expect(startHelp()).toContain(variable);
  }
});

test("an unknown option is refused with a suggestion, and so is an option without a value", () => {
  expect(() => readOptions(["--prot", "6000"])).toThrow(/^Unknown option '--prot'\. Did you mean --port\?$/);
  expect(() => readOptions(["--verbose"])).toThrow(
    /^Unknown option '--verbose'\. `npm start -- --help` lists the options\.$/,
  );
  expect(() => readOptions(["6000"])).toThrow(/`npm start -- --help` lists the options\.$/);
  expect(() => readOptions(["--port"])).toThrow(/argument missing\. `npm start -- --help` lists the options\.$/);
});
