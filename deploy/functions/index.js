"use strict";
// What the Firebase tools load: the built functions. When the emulators ask a checkout for its functions, it builds them first.
const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const build = join(__dirname, "..", "..", "scripts", "build-for-emulators.mjs");
const { FUNCTIONS_CONTROL_API, FUNCTIONS_EMULATOR } = process.env;
if (FUNCTIONS_CONTROL_API === "true" && FUNCTIONS_EMULATOR === "true" && existsSync(build)) {
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the functions can't be built:\n${stderr}`);
}

module.exports = require("./atrium.js");
