/** Where a configuration holds the one secret that it may have: the name of its part, and of the field in it. */
const secretFields = {
  email: ["emailServiceConfig", "apiKey"],
  webhook: ["webhookServiceConfig", "authToken"],
  permissionProvider: ["permissionProviderConfig", "authToken"],
} as const;

/** The configurations that hold a secret. */
export type SecretConfigName = keyof typeof secretFields;

/** Whether the configuration of this name holds a secret. */
export function holdsSecret(name: string): name is SecretConfigName {
  return Object.hasOwn(secretFields, name);
}

/** Shown in place of a secret: its last 4 characters, or none of them when it has fewer than 8. */
export function maskSecret(secret: string): string {
  const shown = secret.length < 8 ? "" : secret.slice(-4);
  return "*".repeat(secret.length - shown.length) + shown;
}

/** The configuration with its secret replaced by what `change` makes of it; as it is when it has none. */
export function mapSecret<T extends object>(name: SecretConfigName, config: T, change: (secret: string) => string): T {
  const [part, field] = secretFields[name];
  const secret = secretOf(name, config);
  if (!secret) return config;
  const inner = (config as Record<string, object>)[part];
  return { ...config, [part]: { ...inner, [field]: change(secret) } };
}

/** The configuration as it is shown: its secret masked. */
export function masked<T extends object>(name: SecretConfigName, config: T): T {
  return mapSecret(name, config, maskSecret);
}

/** A request in which the mask of the stored secret, sent back as it was shown, means the secret itself. */
export function unmasked<T extends object>(name: SecretConfigName, stored: object, given: T): T {
  const secret = secretOf(name, stored);
  return mapSecret(name, given, (sent) => (secret && sent === maskSecret(secret) ? secret : sent));
}

function secretOf(name: SecretConfigName, config: object): string | undefined {
  const [part, field] = secretFields[name];
  return (config as Record<string, Record<string, string> | undefined>)[part]?.[field];
}
