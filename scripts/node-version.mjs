/** Whether Atrium runs on this version of Node, which must run TypeScript and include SQLite: 22.18 or later. */
export function runsAtrium(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}
