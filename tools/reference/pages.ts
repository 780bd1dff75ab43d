import prettier from 'prettier';
import { settingsPage } from './settings.ts';
import { topicsPage } from './topics.ts';

/** The generated pages of reference, by the path of their file. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const format = (page: string): Promise<string> => prettier.format(page, { parser: 'markdown', printWidth: 120 });
  return { 'docs/settings.md': await format(settingsPage()), 'docs/topics.md': await format(topicsPage()) };
}
