import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommonOptions } from './context.js';

export const url = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an http or https URL.');
};
export const position = (text: string): string => {
  if (/^\d{1,18}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the position of an event.');
};
export const count = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above zero.');
};
export const dollars = (text: string): string => {
  if (/^\d{1,10}(?:\.\d{1,2})?$/.test(text) && /[1-9]/.test(text)) return text;
  throw new InvalidArgumentError('It must be an amount above zero like 12.50.');
};
export const secretText = (text: string): string => {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
};
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export const collectOf =
  (values: readonly string[]) =>
  (text: string, before: readonly string[] = []): readonly string[] => {
    if (values.includes(text)) return collect(text, before);
    throw new InvalidArgumentError(`Allowed choices are ${values.join(', ')}.`);
  };

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

const duration = (text: string): number => {
  const [, value, unit = 's'] = /^(\d{1,6})(ms|s|m)?$/.exec(text) ?? [];
  if (value !== undefined && Number(value) > 0) return Number(value) * (UNITS[unit] ?? 1);
  throw new InvalidArgumentError('It must be a time like 500ms, 4s or 2m.');
};

/** Options of every command. They may come before or after it. */
export const commonOptions = (program: Command): Command =>
  program
    .option('--profile <name>', 'profile of ~/.config/halyard/profiles (HALYARD_PROFILE)')
    .option('--connection <file>', 'a file like .data/demo.json')
    .option('--json', 'print JSON, one object per line')
    .addOption(new Option('--timeout <time>', 'how long the suite may take, like 4s').argParser(duration));

export const optionsOf = <Options extends CommonOptions>(command: Command): Options =>
  command.optsWithGlobals<Options>();

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;

const names = (text: string): readonly string[] => {
  const given = text.split(',').map((name) => name.trim());
  if (given.every((name) => name !== '')) return given;
  throw new InvalidArgumentError('It must be names with commas between them, like id,amount.value.');
};

export const fieldsOption = (): Option =>
  new Option('--fields <a,b.c>', 'print these members alone, with dots for depth').argParser(names);

export const extentOptions = (command: Command): Command =>
  command
    .addOption(new Option('--limit <n>', 'print at most so many items').argParser(count).conflicts('all'))
    .option('--all', 'print the items of all pages');

export const writeOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--set <name=value>',
        'set a field; repeat the option for further fields and items of lists (name=@FILE for a file)',
      ).argParser(collect),
    )
    .option('--file <file>', 'send this JSON as the whole body, - for standard input')
    .option('--form', 'print the fields that can be set, and send nothing')
    .option('--dry-run', 'print the request as curl and send nothing')
    .option('--yes', 'ask nothing')
    .addOption(
      new Option('--idempotency-key <key>', 'a key under which a repeat has no second effect').argParser(secretText),
    );
