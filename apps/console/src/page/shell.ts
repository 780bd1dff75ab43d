import { writeRelations } from '@halyard/public-api';
import { escaped } from '@halyard/pages';
import type { Manifest } from './assets.js';

const asset = (name: string): string => escaped(`/console/assets/${name}`);

/** Origins outside the console that pages link to, without a slash at the end. */
interface Neighbours {
  readonly api: string;
  readonly auth: string;
}

/** The document of every page. Its script does the rest. */
export const shellOf = (
  { script, style, icon }: Manifest,
  title: string,
  { api, auth }: Neighbours,
): string => `<!doctype html>
<html lang="en" data-api="${escaped(api)}" data-auth="${escaped(auth)}" data-writes="${[...writeRelations].join(' ')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Halyard</title>
<link rel="icon" href="${asset(icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${asset(style)}">
<script type="module" src="${asset(script)}"></script>
</head>
<body>
<div id="root"></div>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;
