// Counts the lines of code that are written by hand, by app and lib, without comments and blank lines, and how they
// changed between two revisions: npm run code-lines -- [FROM] [TO]. Without TO it reads the files as they are now.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

interface Count {
  readonly lines: number;
  /** Names, words and signs. They stay the same when code is only formatted in another way. */
  readonly tokens: number;
}

const root = join(import.meta.dirname, '..');
/** The sources of programs and style sheets. */
const SOURCE = /\.(?:tsx?|[mc]js|css)$/;
const NONE: Count = { lines: 0, tokens: 0 };

const sum = (a: Count, b: Count): Count => ({ lines: a.lines + b.lines, tokens: a.tokens + b.tokens });

/** Groups of files that are counted apart from the code of the apps and libs. A file belongs to the first that fits. */
const APART: readonly (readonly [name: string, files: RegExp])[] = [
  // They were in git once.
  ['generated', /^(?:libs\/client\/src\/api\/types|apps\/cli\/src\/(?:nouns\/table|trigger\/fields))\.ts$/],
  ['tests', /\.(?:spec|behaviour|fixture)\.tsx?$|\/(?:test|test-support)\/|^libs\/testing\/|^apps\/e2e\//],
  ['migrations', /\/migrations\/|\.migration\.ts$|-migrations\.ts$/],
  ['style sheets', /\.css$/],
];

/** The app or lib of a file, or what it is counted as apart from them. */
function groupOf(file: string): string {
  const apart = APART.find(([, files]) => files.test(file));
  if (apart) return apart[0];
  const [folder = '', name = ''] = file.split('/');
  if (!file.includes('/')) return 'settings of the tools';
  return folder === 'apps' || folder === 'libs' ? `${folder}/${name}` : folder;
}

/** Calls back for each token of a program: comments, and space between elements of JSX, are none. */
function eachToken(node: ts.Node, file: ts.SourceFile, seen: (token: ts.Node) => void): void {
  if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
  const parts = node.getChildren(file);
  if (parts.length > 0) for (const part of parts) eachToken(part, file, seen);
  else if (node.getText(file).trim() !== '') seen(node);
}

function countProgram(text: string, name: string): Count {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  let tokens = 0;
  eachToken(file, file, (token) => {
    tokens += 1;
    const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
    for (let line = lineAt(token.getStart(file)); line <= lineAt(token.getEnd()); line += 1) lines.add(line);
  });
  return { lines: lines.size, tokens };
}

function countStyle(text: string): Count {
  const code = text.replace(/\/\*[^]*?\*\//g, '');
  return {
    lines: code.split('\n').filter((line) => line.trim() !== '').length,
    tokens: code.match(/[\w-]+|\S/g)?.length ?? 0,
  };
}

const git = (args: readonly string[], input = ''): Buffer =>
  execFileSync('git', args, { cwd: root, input, maxBuffer: 2 ** 30 });

/** The content of files of a revision: git writes a line about each file before its content, and an empty one after it. */
function read(revision: string, names: readonly string[]): string[] {
  const given = git(['cat-file', '--batch'], names.map((name) => `${revision}:${name}\n`).join(''));
  let at = 0;
  return names.map(() => {
    const begin = given.indexOf('\n', at) + 1;
    const end = begin + Number(given.toString('utf8', at, begin).split(' ')[2]);
    at = end + 1;
    return given.toString('utf8', begin, end);
  });
}

function countsOf(revision: string | undefined): Map<string, Count> {
  const ofGit =
    revision === undefined ? ['ls-files', '-zco', '--exclude-standard'] : ['ls-tree', '-rz', '--name-only', revision];
  const names = git(ofGit)
    .toString()
    .split('\0')
    .filter((name) => SOURCE.test(name) && (revision !== undefined || existsSync(join(root, name))));
  const texts =
    revision === undefined ? names.map((name) => readFileSync(join(root, name), 'utf8')) : read(revision, names);
  const counts = new Map<string, Count>();
  names.forEach((name, at) => {
    const count = (name.endsWith('.css') ? countStyle : countProgram)(texts[at] ?? '', name);
    counts.set(groupOf(name), sum(counts.get(groupOf(name)) ?? NONE, count));
  });
  return counts;
}

const [from = 'HEAD', to] = process.argv.slice(2);
const [before, after] = [countsOf(from), countsOf(to)];
const cells = (name: string, ...numbers: readonly number[]): string =>
  name.padEnd(24) + numbers.map((number) => String(number).padStart(10)).join('');

function print(title: string, names: readonly string[]): void {
  const [was, is] = [before, after].map((counts) => names.map((name) => counts.get(name) ?? NONE));
  const row = (name: string, { lines, tokens }: Count, now: Count): string =>
    cells(name, lines, now.lines, now.lines - lines, tokens, now.tokens, now.tokens - tokens);
  names.forEach((name, at) => console.log(row(name, was?.[at] ?? NONE, is?.[at] ?? NONE)));
  console.log(row(title, (was ?? []).reduce(sum, NONE), (is ?? []).reduce(sum, NONE)), '\n');
}

const all = [...new Set([...before.keys(), ...after.keys()])].sort();
const isProject = (name: string): boolean => /^(?:apps|libs)\//.test(name);
console.log(`from ${from} to ${to ?? 'the files as they are'}: lines before, after and the difference, then tokens\n`);
print('apps and libs', all.filter(isProject));
print(
  'apart',
  all.filter((name) => !isProject(name)),
);
