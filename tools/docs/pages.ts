import type { Page } from './page.ts';
import { writtenPages } from './written.ts';

/** Every page of the site. */
export const sitePages = (): readonly Page[] => writtenPages();
