import { InvalidArgumentError } from "commander";

/** Reads whole numbers from `least` to 999,999. @throws InvalidArgumentError, in the returned function. */
export function wholeNumberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d{1,6}$/.test(text) || number < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to 999999.`);
    return number;
  };
}
