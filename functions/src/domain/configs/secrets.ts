/** The one secret of each configuration: the name of the part, then of the field in it. */
const secretFields = {
  email: ["emailServiceConfig", "apiKey"],
  webhook: ["webhookServiceConfig", "authToken"],
  permissionProvider: ["permissionProviderConfig", "authToken"],
} as const;

/** Names of configurations with a secret. */
export type SecretConfigName = keyof typeof secretFields;

/** Whether the configuration with this name has a secret. */
export function holdsSecret(name: string): name is SecretConfigName {
  return Object.hasOwn(secretFields, name);
}

/** Masks a secret except its last 4 characters; a secret of fewer than 8 characters is masked completely. */
export function maskSecret(secret: string): string {
  const tail = secret.length < 8 ? "" : secret.slice(-4);
  return "*".repeat(secret.length - tail.length) + tail;
}

/** Applies `change` to the secret of a configuration; a configuration without a secret is returned unchanged. */
export function mapSecret<T extends object>(name: SecretConfigName, config: T, change: (secret: string) => string): T {
  const [part, field] = secretFields[name];
  const secret = secretOf(name, config);
  if (!secret) return config;
  const inner = (config as Record<string, object>)[part];
  return { ...config, [part]: { ...inner, [field]: change(secret) } };
}

/** The configuration as returned, with its secret masked. */
export function maskConfig<T extends object>(name: SecretConfigName, config: T): T {
  return mapSecret(name, config, maskSecret);
}

/** Replaces a masked secret in a request with the stored one, because callers may send back what they have read. */
export function unmaskConfig<T extends object>(name: SecretConfigName, currentConfig: object, request: T): T {
  const secret = secretOf(name, currentConfig);
  return mapSecret(name, request, (requestSecret) =>
    secret && requestSecret === maskSecret(secret) ? secret : requestSecret,
  );
}

/** The configuration with this secret. */
export function withSecret<T extends object>(name: SecretConfigName, config: T, secret: string): T {
  const [part, field] = secretFields[name];
  return { ...config, [part]: { ...(config as Record<string, object>)[part], [field]: secret } };
}

/** The secret of a configuration; undefined or empty if it has none. */
export function secretOf(name: SecretConfigName, config: object): string | undefined {
  const [part, field] = secretFields[name];
  return (config as Record<string, Record<string, string> | undefined>)[part]?.[field];
}
