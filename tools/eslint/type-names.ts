// A type is read far from its declaration, so its name has to be a noun that says what a value is. A bare participle
// ("Told", "Asking") only says that something happened to it, and a name that two types have says too little.
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Linter, Rule } from 'eslint';
import type { Identifier } from 'estree';
import { derivedSources } from '../derived-files.ts';

/** One word that ends like a participle or gerund, and the usual participles that end otherwise. */
const PARTICIPLE =
  /^(?:[A-Z][a-z]+(?:ed|ing)|Begun|Bought|Bound|Brought|Built|Chosen|Done|Drawn|Fallen|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Left|Lost|Made|Paid|Put|Read|Run|Said|Seen|Sent|Shown|Taken|Told|Withdrawn|Written)$/;

/** Words of the field that end so and name a thing. */
const NOUNS = new Set([
  ...['Clearing', 'Posting', 'Housekeeping', 'Pipelining', 'Recording', 'Finding', 'Setting', 'Sighting', 'Tracing'],
  // They are no participles.
  ...['Embed', 'Everything', 'Seed'],
  // Programs import them from @halyard/client.
  ...['Created', 'Filled', 'Linked'],
]);

const ASIDE = /\.(?:spec|behaviour|fixture|d)\.tsx?$/;
const EXPORTED = /^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm;
/** The sources of an app or lib: those of the console's pages are `web`. Nothing else imports the client's or tests'. */
const PROJECT = /^(?<root>.*)[/\\](?<project>(?:apps|libs)[/\\][^/\\]+)[/\\](?:src|web)[/\\]/;
const OF_ITS_OWN = /^libs[/\\](?:client|testing)$/;

interface Exporter {
  readonly project: string;
  readonly file: string;
}

const projectOf = (file: string) => PROJECT.exec(file)?.groups;

const exporters = new Map<string, ReadonlyMap<string, readonly Exporter[]>>();

/** The files of all projects below a root that export each name. */
function exportersBelow(root: string): ReadonlyMap<string, readonly Exporter[]> {
  const known = exporters.get(root);
  if (known) return known;
  const found = new Map<string, Exporter[]>();
  for (const path of globSync('{apps,libs}/*/{src,web}/**/*.{ts,tsx}', { cwd: root })) {
    if (ASIDE.test(path) || derivedSources.includes(path.split(sep).join('/'))) continue;
    const project = path.split(sep, 2).join(sep);
    for (const [, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(EXPORTED))
      found.set(name, [...(found.get(name) ?? []), { project, file: path }]);
  }
  exporters.set(root, found);
  return found;
}

/** A file whose type of the same name a reader of this file may mean: of the same project, or of a library for all. */
function otherExporter(file: string, name: string): string | undefined {
  const { root = '', project = '' } = projectOf(file) ?? {};
  if (root === '') return undefined;
  const isMeant = (other: Exporter): boolean =>
    other.project === project ||
    (other.project.startsWith('libs') && !OF_ITS_OWN.test(project) && !OF_ITS_OWN.test(other.project));
  return exportersBelow(root)
    .get(name)
    ?.find((other) => join(root, other.file) !== file && isMeant(other))?.file;
}

type Declaration = Rule.Node & { readonly id?: Identifier | null };

const rule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      participle: '{{name}} says what happened, and not what it is: name the type by a noun',
      twice: '{{name}} is also a type of {{other}}, which a reader may mean',
    },
  },
  create(context) {
    const check = (node: Declaration): void => {
      const { id } = node;
      if (!id) return;
      const { name } = id;
      if (PARTICIPLE.test(name) && !NOUNS.has(name))
        context.report({ node: id, messageId: 'participle', data: { name } });
      const isExported = node.parent?.type === 'ExportNamedDeclaration';
      const other = isExported ? otherExporter(context.filename, name) : undefined;
      if (other !== undefined) context.report({ node: id, messageId: 'twice', data: { name, other } });
    };
    return { TSInterfaceDeclaration: check, TSTypeAliasDeclaration: check, ClassDeclaration: check };
  },
};

/** Specs name types for themselves alone, beside their use. A type that a file does not export may have any noun. */
export const typeNames: Linter.Config = {
  files: ['{apps,libs,tools}/**/*.{ts,tsx}'],
  ignores: ['**/*.{spec,fixture}.{ts,tsx}', '**/*.d.ts'],
  plugins: { types: { rules: { names: rule } } },
  rules: { 'types/names': 'error' },
};
