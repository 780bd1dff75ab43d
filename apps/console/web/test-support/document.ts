// Loaded before each spec of the pages. It makes the document as the console's server sends it, and sets how long
// Testing Library waits.
import { WAIT_MS } from '@halyard/testing/patience';
import { configure } from '@testing-library/react';
import recorded from './recorded/document.json' with { type: 'json' };

/** The origin of all recorded links. */
const API = 'https://halyard.example';

Object.assign(document.documentElement.dataset, { api: API, auth: API, writes: recorded.writes.join(' ') });
configure({
  asyncUtilTimeout: WAIT_MS,
  getElementError: (message, { textContent }) =>
    new Error(`${message?.split('\n', 1)[0] ?? ''}\n\nShown: ${textContent}`),
});
