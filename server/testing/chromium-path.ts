import { existsSync } from "node:fs";

const usualPaths = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of an installed Chromium; undefined if there is none. `CHROMIUM` in the environment names another one. */
export const chromiumPath = usualPaths.find((path) => path && existsSync(path));
