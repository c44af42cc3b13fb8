import { Command } from "commander";
import { resetDemo } from "../reset-demo.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print, withService } from "./options/data.ts";
import { count, listKinds } from "./output/numbers.ts";

/** `demo reset`. */
export function demoCommand(): Command {
  const reset = dataCommand(
    "demo reset",
    "restore the demo world to its original state, even while the server runs",
    "demo reset --yes",
  )
    .option("--yes", "confirm that data is deleted")
    .addHelpText("after", "\nIds and tokens are kept. If the data has no demo world, it is loaded.")
    .action(async (options: DataOptions & { yes?: true }) => {
      if (!options.yes)
        throw new CommandError(
          "This deletes all data of the demo's API keys, including what you created with them. Add --yes to do it.",
        );
      const { records, perKind, made } = await withService(options, { isNew: false }, resetDemo);
      const text = [
        `The demo world is in its original state: ${count(records)} records, ${listKinds(perKind)}.`,
        made.length > 0 ? "`npx atrium credentials` shows its tokens." : "Its ids and tokens are the same.",
      ];
      print(options, { records, perKind, made }, text.join("\n"));
    });
  return new Command("demo").description("restore the demo world").addCommand(reset);
}
