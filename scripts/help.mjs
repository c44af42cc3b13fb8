/** Prints a text and ends the process if the command line asks for help. Call it before anything is installed or built. */
export function printHelp(text) {
  if (!process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) return;
  console.log(text);
  process.exit();
}
