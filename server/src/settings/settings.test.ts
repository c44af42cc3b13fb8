import { readFileSync } from "node:fs";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { readSettings } from "./settings.ts";

const read = {
  ALLOW_WORKSPACE_CREATE: (text: string) => readSettings({ ALLOW_WORKSPACE_CREATE: text }).service.allowWorkspaceCreate,
  ALLOW_PRIVATE_WEBHOOKS: (text: string) => readSettings({ ALLOW_PRIVATE_WEBHOOKS: text }).allowPrivateWebhooks,
};

for (const [name, valueFrom] of Object.entries(read)) {
  test(`${name} is off for every word that means no, on for every word that means yes`, () => {
    for (const text of ["false", "False", "FALSE", "0", "no", "No", "off", " off "])
      expectWithContext(valueFrom(text), text).toBe(false);
    for (const text of ["true", "True", "1", "yes", "YES", "on"]) expectWithContext(valueFrom(text), text).toBe(true);
  });

  test(`${name} refuses every other word`, () => {
    for (const text of ["fasle", "none", "disabled", "2", "-", "constructor", "__proto__"])
      expect(() => readSettings({ [name]: text })).toThrow(
        expect.objectContaining({
          name: "SettingsError",
          message: `${name} must be true or false (or 1, 0, yes, no, on, off), not "${text}".`,
        }),
      );
  });
}

test("a misspelt setting ends the start, and the error names the similar one", () => {
  for (const [name, similarName] of [
    ["ALLOW_WORKSPACE_CRAETE", "ALLOW_WORKSPACE_CREATE"],
    ["ALLOW_WORKSPACES_CREATE", "ALLOW_WORKSPACE_CREATE"],
    ["ALLOW_PRIVATE_WEBHOOK", "ALLOW_PRIVATE_WEBHOOKS"],
    ["RATE_LIMIT_PER_MIN", "RATE_LIMIT_PER_MINUTE"],
    ["RATE_LIMIT_PUBLIC_PER_MINUT", "RATE_LIMIT_PUBLIC_PER_MINUTE"],
    ["STREAM_LIMITS", "STREAM_LIMIT"],
    ["ATRIUM_WORKER", "ATRIUM_WORKERS"],
    ["ATRIUM_PORT", "PORT"],
    ["ATRIUM_ALLOW_WORKSPACE_CREATE", "ALLOW_WORKSPACE_CREATE"],
    ["ALOW_WORKSPACE_CREATE", "ALLOW_WORKSPACE_CREATE"],
    ["RATE_LIMT_PER_MINUTE", "RATE_LIMIT_PER_MINUTE"],
    ["REQUEST_LIMT", "REQUEST_LIMIT"],
    ["BODY_BUGDET_MIB", "BODY_BUDGET_MIB"],
    ["TOKEN_ISUER", "TOKEN_ISSUER"],
    ["TRUSTPROXY", "TRUST_PROXY"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["MAILFROM", "MAIL_FROM"],
    ["SMTP_URI", "SMTP_URL"],
  ] as const)
    expect(() => readSettings({ [name]: "1" })).toThrow(
      expect.objectContaining({
        name: "SettingsError",
        message: `There is no setting ${name}. Did you mean ${similarName}? Rename it or unset it.`,
      }),
    );
});

test("a HOST with more than an address or a name is refused before the server tries to listen on it", () => {
  for (const host of ["[::1]", "[::1]:5050", "localhost:5050", "http://localhost", " 127.0.0.1", "127.0.0.1,::1"])
    expect(() => readSettings({ HOST: host })).toThrow(
      expect.objectContaining({
        name: "SettingsError",
        message: `HOST must be an address such as 127.0.0.1 or ::1, or a name, without brackets or a port, not "${host}".`,
      }),
    );
  for (const host of ["::1", "fe80::1%eth0", "::ffff:10.0.0.1", "0.0.0.0", "localhost", "my_host-1.example.com"])
    expect(readSettings({ HOST: host }).host).toBe(host);
});

test("a number above the maximum is refused, and the error names the maximum", () => {
  const text = "99999999999999999999";
  expect(() => readSettings({ RATE_LIMIT_WORKSPACE_PER_MINUTE: text })).toThrow(
    `RATE_LIMIT_WORKSPACE_PER_MINUTE must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not "${text}".`,
  );
});

test("a number may only contain decimal digits", () => {
  for (const [name, texts] of [
    ["RATE_LIMIT_PER_MINUTE", ["1e3", "0x50", "0b1", " 7", "7 ", "+7", "-1", "7.0", "7_000", "٣", "Infinity"]],
    ["PORT", ["0x50", "8e3"]],
  ] as const)
    for (const text of texts)
      expect(() => readSettings({ [name]: text })).toThrow(
        expect.objectContaining({
          name: "SettingsError",
          message: expect.stringMatching(new RegExp(`^${name} must be a whole number .*, not "`)),
        }),
      );
  expect(readSettings({ PORT: "08080" }).port).toBe(8080);
});

test("a setting with only white space is refused, whatever the setting", () => {
  const names = ["RATE_LIMIT_PER_MINUTE", "PORT", "ATRIUM_DATA", "TOKEN_ISSUER", "HOST", "LOG_FILE", "METRICS_TOKEN"];
  for (const name of [...names, "ALLOW_WORKSPACE_CREATE", "BACKUP_DIR", "SMTP_URL", "TRUST_PROXY"])
    for (const text of [" ", "\t\n", "\u00a0"])
      expect(() => readSettings({ [name]: text })).toThrow(
        expect.objectContaining({
          name: "SettingsError",
          message: `${name} contains only white space. Set it to a value, or unset it.`,
        }),
      );
  expect(readSettings({ PORT: "" }).port).toBe(5050);
});

test("the public address is an origin, and a password in it is not repeated", () => {
  const read = (text: string) => readSettings({ ATRIUM_PUBLIC_URL: text }).publicUrl;
  expect(read("https://atrium.example.com/")).toBe("https://atrium.example.com");
  for (const path of ["/app", "?a=1", "/?", "#top", "/#"])
    expect(() => read(`https://atrium.example.com${path}`)).toThrow(
      `without a path, query, fragment or credentials, such as https://atrium.example.com, not "https://atrium.example.com${path}".`,
    );
  expect(() => read("https://ada:pa55word@atrium.example.com")).toThrow(
    /^ATRIUM_PUBLIC_URL must be (?!.*pa55word).*\.example\.com\.$/,
  );
});

test("the start reports a variable that looks like ours but resembles no setting, and continues", () => {
  const { notices } = readSettings({
    ATRIUM_COLOUR: "green",
    ALLOW_EMPTY_PASSWORD: "yes",
    PATH: "/bin",
    NODE_OPTIONS: "",
    XDG_SESSION_ID: "3",
    HOSTNAME: "x",
    LOGNAME: "x",
    MAIL: "/var/mail/x",
    MAILTO: "x",
    NO_PROXY: "x",
    SMTP_USER: "x",
    SMTP_HOST: "x",
    LOG_DIR: "x",
    LOG_PATH: "x",
    DATA_DIR: "x",
  });
  expect(notices).toStrictEqual(
    ["ATRIUM_COLOUR", "ALLOW_EMPTY_PASSWORD"].map(
      (name) => `There is no setting ${name}; it is ignored. docs/settings.md lists the settings.`,
    ),
  );
});

testUnless(process.platform !== "linux" && "other systems do not report the limit")(
  "the start reports a connection limit above that of the process, with both numbers, and no lower limit",
  () => {
    const limit = (text?: string) => readSettings({ CONNECTION_LIMIT: text });
    const most = Number.MAX_SAFE_INTEGER;
    const [, allowed = ""] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    expect(limit(`${most}`).notices).toStrictEqual([
      expect.stringContaining(
        `CONNECTION_LIMIT is ${most}, but the system lets this process have ${allowed} files and connections open`,
      ),
    ]);
    for (const fine of [allowed, "0", undefined]) expect(limit(fine).notices).toStrictEqual([]);
  },
);

test("the start does not report variables of Atrium's other programs or of Kubernetes", () => {
  const { notices } = readSettings({
    ATRIUM_API_KEY: "ak_x",
    ATRIUM_AUTH_TOKEN: "at_x",
    ATRIUM_URL: "http://127.0.0.1",
    ATRIUM_REGION: "x",
    ATRIUM_PORT: "tcp://10.0.0.7:5050",
    ATRIUM_SERVICE_HOST: "10.0.0.7",
    ATRIUM_PORT_5050_TCP_PORT: "5050",
  });
  expect(notices).toStrictEqual([]);
});
