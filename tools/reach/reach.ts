import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/** The names that an import takes; undefined for the module as a whole. */
type Names = readonly string[] | undefined;

interface Module {
  /** Names that the file itself declares. */
  readonly own: ReadonlySet<string>;
  readonly imports: readonly (readonly [file: string, names: Names])[];
  /** Names that another file declares, with that file and their names there. */
  readonly passedOn: ReadonlyMap<string, readonly [file: string, name: string]>;
  /** Files all of whose names are passed on. */
  readonly passedOnWhole: readonly string[];
}

interface Exports {
  readonly [path: string]: { readonly '@halyard/source'?: string } | undefined;
}

/** The source of a module of this repository; undefined for a package of others. */
function sourceOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).replace(/\.js$/, '.ts');
  const [, name = '', noun] = /^@halyard\/([a-z-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const folder = ['libs', 'apps'].map((parent) => join(root, parent, name)).find((path) => name && existsSync(path));
  if (folder === undefined) return undefined;
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly exports: Exports };
  const exported = exports[noun === undefined ? '.' : `./${noun}`] ?? exports['./*'];
  const path = exported?.['@halyard/source'];
  return path === undefined ? undefined : join(folder, path.replace('*', noun ?? ''));
}

const namesIn = (elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]) =>
  elements.filter((element) => !element.isTypeOnly);

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function declaredBy(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name
    ? [statement.name.text]
    : [];
}

const read = new Map<string, Module>();

function moduleOf(file: string): Module {
  const known = read.get(file);
  if (known) return known;
  const own = new Set<string>();
  const imports: [string, Names][] = [];
  const passedOn = new Map<string, readonly [string, string]>();
  const passedOnWhole: string[] = [];
  for (const statement of ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    .statements) {
    if (isExported(statement)) for (const name of declaredBy(statement)) own.add(name);
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier;
    const source = specifier && ts.isStringLiteral(specifier) ? sourceOf(file, specifier.text) : undefined;
    if (source === undefined) continue;
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (statement.isTypeOnly) continue;
      if (!exportClause || ts.isNamespaceExport(exportClause)) passedOnWhole.push(source);
      else
        for (const { name, propertyName = name } of namesIn(exportClause.elements))
          passedOn.set(name.text, [source, propertyName.text]);
      continue;
    }
    const clause = statement.importClause;
    if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) continue;
    const bindings = clause?.namedBindings;
    if (!bindings || ts.isNamespaceImport(bindings)) imports.push([source, undefined]);
    else {
      const names = namesIn(bindings.elements).map(({ name, propertyName = name }) => propertyName.text);
      if (names.length > 0) imports.push([source, names]);
    }
  }
  const found = { own, imports, passedOn, passedOnWhole };
  read.set(file, found);
  return found;
}

/** The file that declares a name which a module has. */
function declaring(file: string, name: string): string | undefined {
  const { own, passedOn, passedOnWhole } = moduleOf(file);
  if (own.has(name)) return file;
  const other = passedOn.get(name);
  if (other) return declaring(...other);
  return passedOnWhole.map((one) => declaring(one, name)).find((one) => one !== undefined);
}

function filesBehind([file, names]: readonly [string, Names]): readonly string[] {
  if (names) return names.map((name) => declaring(file, name) ?? file);
  const { passedOn, passedOnWhole } = moduleOf(file);
  return [file, ...passedOnWhole, ...[...passedOn.values()].map(([one]) => one)];
}

/**
 * The files of this repository that files import, and so on, with the files themselves: paths below its root. A name
 * counts for the file that declares it, not for the index that passes it on, and types count for nothing.
 */
export function reachOf(files: readonly string[]): readonly string[] {
  const reached = new Set(files.map((file) => join(root, file)));
  for (const file of reached) {
    for (const imported of moduleOf(file).imports) for (const one of filesBehind(imported)) reached.add(one);
  }
  return [...reached].map((file) => relative(root, file)).sort();
}
