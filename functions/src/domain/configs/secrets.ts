/** The one secret of each configuration: the name of the part, then of the field in it. */
const secretFields = {
  email: ["emailServiceConfig", "apiKey"],
  webhook: ["webhookServiceConfig", "authToken"],
  permissionProvider: ["permissionProviderConfig", "authToken"],
} as const;

/** The URLs in the same parts, which may contain a user name and a password. */
const urlFields: Record<keyof typeof secretFields, readonly string[]> = {
  email: [],
  webhook: ["rawNotificationUrl", "processedNotificationUrl"],
  permissionProvider: ["permissionProviderUrl"],
};

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

/** Applies `change` to each URL of a configuration. */
export function mapUrls<T extends object>(
  name: SecretConfigName,
  config: T,
  change: (url: string, field: string) => string,
): T {
  const [part] = secretFields[name];
  const urls = Object.entries(urlsOf(name, config)).map(([field, url]) => [field, change(url, field)]);
  if (urls.length === 0) return config;
  return { ...config, [part]: { ...(config as Record<string, object>)[part], ...Object.fromEntries(urls) } };
}

/** The URLs of a configuration by field, without empty ones. */
export function urlsOf(name: SecretConfigName, config: object): Record<string, string> {
  const inner = (config as Record<string, Record<string, string> | undefined>)[secretFields[name][0]];
  return Object.fromEntries(urlFields[name].flatMap((field) => (inner?.[field] ? [[field, inner[field]]] : [])));
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
