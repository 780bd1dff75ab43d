import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { settingsOf, variableOf } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is not usable. The message names every faulty variable and what it should be, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** An empty variable counts as missing: compose files and charts leave variables out that way. */
function collect(prototype: unknown, env: Environment): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [property, source] of settingsOf(prototype)) {
    if ('group' in source) values[property] = collect(source.group().prototype, env);
    else if (env[source.variable]?.trim()) values[property] = env[source.variable]?.trim();
  }
  return values;
}

const problemsOf = (errors: readonly ValidationError[]): string[] =>
  errors.flatMap(({ property, constraints = {}, children = [] }) => [
    ...Object.values(constraints).map((message) => `${variableOf(property)} ${message}`),
    ...problemsOf(children),
  ]);

function freeze<Value>(value: Value): Readonly<Value> {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

/**
 * Reads a class of settings (`Flag`, `Port`, `Text`, ...) from the environment, once. A property is read from the
 * variable of its name (`databaseUrl` from `DATABASE_URL`); an initializer is its default. Other variables are ignored.
 *
 * @returns an instance that is frozen, groups and lists included
 * @throws ConfigError naming every variable that is missing or malformed
 */
export function loadConfig<Settings extends object>(
  settings: new () => Settings,
  env: Environment,
): Readonly<Settings> {
  const instance = plainToInstance(settings, collect(settings.prototype, env));
  const problems = problemsOf(validateSync(instance, { forbidUnknownValues: false }));
  if (problems.length > 0) throw new ConfigError(problems);
  return freeze(instance);
}
