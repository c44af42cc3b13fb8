import { Command } from "commander";
import { resetDemo } from "../reset-demo.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print, withService } from "./options/data.ts";
import { count, listKinds } from "./output/numbers.ts";

/** `demo reset`. */
export function demoCommand(): Command {
  const reset = dataCommand(
    "demo reset",
    "make the demo world what it was at first, also while the server runs",
    "demo reset --yes",
  )
    .option("--yes", "confirm that data is deleted")
    .addHelpText("after", "\nIds and tokens stay. Where the data has no demo world, it is loaded.")
    .action(async (options: DataOptions & { yes?: true }) => {
      if (!options.yes)
        throw new CommandError(
          "This deletes everything that the API keys of the demo hold, also what you have made with them. Add --yes to do it.",
        );
      const { records, perKind, made } = await withService(options, { isNew: false }, resetDemo);
      const text = [
        `The demo world is as it was at first: ${count(records)} records, ${listKinds(perKind)}.`,
        made.length > 0 ? "`npx atrium credentials` shows its tokens." : "Its ids and tokens are the same.",
      ];
      print(options, { records, perKind, made }, text.join("\n"));
    });
  return new Command("demo").description("the demo world").addCommand(reset);
}
