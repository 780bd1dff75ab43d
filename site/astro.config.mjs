import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { readFileSync } from 'node:fs';

const sidebar = JSON.parse(readFileSync(new URL('.sidebar.json', import.meta.url), 'utf8'));

export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  // Scripts and styles are files, which the policy of the pages allows; nothing is part of a page.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Halyard',
      sidebar,
      customCss: ['./src/site.css'],
      expressiveCode: {
        themes: ['github-dark', 'github-light'],
        // Lines that are wider than the page continue below, so that nothing is cut.
        defaultProps: { frame: 'none', wrap: true },
        styleOverrides: { borderRadius: '8px', codeFontSize: '0.85rem', codeLineHeight: '1.6' },
      },
      credits: false,
      disable404Route: false,
      pagefind: false,
      components: {
        Search: './src/components/Search.astro',
        MarkdownContent: './src/components/Content.astro',
        EditLink: './src/components/Source.astro',
      },
    }),
  ],
});
