import "@atrium/functions/cloud/parameters";
import { declaredParams } from "firebase-functions/params";

/** The parameters with their defaults for the emulators' project: the Firebase tools prompt for missing values. */
export function renderEmulatorParameters(): string {
  const lines = declaredParams.flatMap((param) => {
    const { default: value } = ("options" in param ? param.options : {}) as { default?: string | number | boolean };
    return value === undefined ? [] : [`${param.name}=${value}`];
  });
  return `# Written by \`npm run gen\`: the parameters in the emulators. Your own values belong in functions/.env.local.\n${lines.join("\n")}\n`;
}
