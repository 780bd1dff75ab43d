import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableOf } from '@halyard/config';
import { cutOffs, timeOfDay } from '@halyard/core';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/** The classes of settings, by the program that reads them, in the order of the page. */
const programs = [
  ['The suite in one process', 'apps/suite/src/config.ts'],
  ['gateway', 'apps/gateway/src/config.ts'],
  ['auth', 'apps/auth/src/config.ts'],
  ['console', 'apps/console/src/config.ts'],
  ['customers', 'apps/customers/src/config.ts'],
  ['funding-sources', 'apps/funding-sources/src/config.ts'],
  ['transfers', 'apps/transfers/src/config.ts'],
  ['webhooks', 'apps/webhooks/src/config.ts'],
  ['The program verify', 'apps/transfers/src/verify/verify-config.ts'],
  ['Every service that is a process of its own', 'libs/service/src/process/process-config.ts'],
  ['gateway, auth and console', 'libs/service/src/adapters/auth-addresses.ts'],
  ['Bus and event store', 'libs/service/src/adapters/adapter-config.ts'],
] as const;

interface Setting {
  readonly variable: string;
  readonly takes: string;
  readonly byDefault: string;
  readonly meaning: string;
}

/** Initializers that are not literals, as settings write them. */
const called: Readonly<Record<string, string>> = {
  'timeOfDay(cutOffs.sameDayAch)': timeOfDay(cutOffs.sameDayAch),
  'timeOfDay(cutOffs.standardAch)': timeOfDay(cutOffs.standardAch),
  'timeOfDay(cutOffs.wire)': timeOfDay(cutOffs.wire),
};
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
const words = (literal: string): string =>
  [...literal.matchAll(/'([^']*)'/g)].map(([, word]) => `\`${word}\``).join(', ');

/** The values that a decorator of libs/config accepts, in words, from its name and arguments. */
function takenBy(name: string, given: string): string {
  const bounds = /min: (?<min>-?[\d_]+), max: (?<max>-?[\d_]+)/.exec(given)?.groups;
  const bound = (which: string): string => bounds?.[which]?.replaceAll('_', ',') ?? '';
  const wants = /wants: '([^']*)'/.exec(given)?.[1];
  switch (name) {
    case 'Int':
      return `a whole number from ${bound('min')} to ${bound('max')}`;
    case 'Port':
      return 'a port; 0 lets the system choose';
    case 'Flag':
      return '`on` or `off`';
    case 'OneOf':
      return `one of ${words(given)}`;
    case 'Url':
      return `a URL (${words(given)})`;
    case 'List':
      return wants ?? 'a list, with commas';
    default:
      return wants ?? 'text';
  }
}

function settingOf(property: ts.PropertyDeclaration, source: ts.SourceFile): Setting | undefined {
  const decorator = ts.getDecorators(property)?.[0]?.expression;
  if (!decorator || !ts.isCallExpression(decorator)) return undefined;
  const name = decorator.expression.getText(source);
  if (name === 'Group') return undefined;
  const given = decorator.arguments.map((argument) => argument.getText(source)).join(', ');
  const initial = property.initializer?.getText(source);
  const [comment] = ts.getJSDocCommentsAndTags(property).filter(ts.isJSDoc);
  const none = /optional: true/.test(given) || initial === '[]' ? '' : 'must be set';
  const meaning = oneLine(ts.getTextOfJSDocComment(comment?.comment) ?? '');
  if (meaning === '') throw new Error(`${property.name.getText(source)} has no comment that says what it is`);
  return {
    variable: variableOf(property.name.getText(source)),
    takes: takenBy(name, given),
    byDefault:
      initial === undefined || initial === '[]'
        ? none
        : `\`${called[initial] ?? initial.replaceAll(/^'|'$|(?<=\d)_/g, '')}\``,
    meaning,
  };
}

function settingsIn(file: string): readonly Setting[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements
    .filter(ts.isClassDeclaration)
    .flatMap(({ members }) => members.filter(ts.isPropertyDeclaration))
    .flatMap((property) => settingOf(property, source) ?? []);
}

/** @throws Error if the page would leave out a file of settings */
export function settingsPage(): string {
  const files = globSync('{apps,libs}/*/src/**/*config.ts', { cwd: root }).filter(
    (file) => settingsIn(file).length > 0,
  );
  const told: readonly string[] = programs.map(([, file]) => file);
  const left = files.filter((file) => !told.includes(file) && !file.includes('apps/suite/src/distributed/'));
  if (left.length > 0) throw new Error(`settings of ${left.join(', ')} are not on the page`);
  const sections = programs.map(([program, file]) => {
    const rows = settingsIn(file).map(
      ({ variable, takes, byDefault, meaning }) => `| \`${variable}\` | ${byDefault} | ${takes} | ${meaning} |`,
    );
    return [
      `## ${program}`,
      '',
      '| Setting | Default | Takes | What it is |',
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  return `# Settings

Settings are environment variables. Each program reads and checks them once, at its start. If a setting is wrong, the
program says so and does not start. The suite in one process reads the settings of all services from one environment.
\`npm run reference\` writes this page from the classes that declare the settings.

The keys are on another page, [Run it distributed](how-to/run-it-distributed.md): \`MASTER_KEY\`, \`FINGERPRINT_KEY\`,
\`IDENTITY_KEY\` and \`SERVICE_IDENTITIES\`, each given as text or as the path of a file (\`…_FILE\`).

${sections.join('\n\n')}
`;
}
