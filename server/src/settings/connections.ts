import { type ConnectionLimits, defaultConnectionLimits, descriptorLimit } from "../load/connections.ts";
import { type Environment, wholeNumber } from "./environment.ts";

/** Assumed if the system does not report a limit. */
const USUAL_DESCRIPTORS = 4096;

/** Reads the limits of connections, with notices for the operator if the system allows fewer. @throws SettingsError */
export function readConnectionLimits(environment: Environment): { limits: ConnectionLimits; notices: string[] } {
  const descriptors = descriptorLimit();
  const usual = defaultConnectionLimits(descriptors ?? USUAL_DESCRIPTORS);
  const total = wholeNumber(environment, "CONNECTION_LIMIT", usual.total, 0);
  const perAddress = wholeNumber(environment, "CONNECTION_LIMIT_PER_ADDRESS", usual.perAddress, 0);
  // If descriptors run out first, no log line says who was refused, and the data file and webhooks get no descriptors
  // either.
  const isOver = descriptors !== undefined && total > descriptors;
  const notices = isOver
    ? [
        `CONNECTION_LIMIT is ${total}, but the system lets this process have ${descriptors} files and connections open (\`ulimit -n\`). Raise that limit (\`LimitNOFILE=\` in a unit of systemd), or set CONNECTION_LIMIT to ${usual.total} or less.`,
      ]
    : [];
  return { limits: { total, perAddress }, notices };
}
