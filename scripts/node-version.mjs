/** Whether Atrium runs on this version of Node: from 22.18 on it runs TypeScript and has SQLite. */
export function runsAtrium(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}
