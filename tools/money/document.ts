import prettier from 'prettier';
import { correctionsTable } from './corrections.ts';
import { pictures } from './pictures.ts';
import { codesTable, returnsTable } from './returns.ts';

/** The generated parts of the page, by the name of their place in it. */
const generated: Readonly<Record<string, () => string>> = {
  flows: pictures,
  returns: returnsTable,
  'return codes': codesTable,
  'correction codes': correctionsTable,
};

/**
 * The page, with everything between `<!-- begin: name -->` and `<!-- end: name -->` generated from the code.
 *
 * @throws Error for a page that lacks one of the places
 */
export function withTables(page: string): Promise<string> {
  let made = page;
  for (const [name, make] of Object.entries(generated)) {
    const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];
    const [from, to] = [made.indexOf(begin), made.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/money.md has no place for ${name}`);
    made = `${made.slice(0, from + begin.length)}\n\n${make()}\n\n${made.slice(to)}`;
  }
  return prettier.format(made, { parser: 'markdown', printWidth: 120 });
}
