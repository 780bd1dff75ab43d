/** Relations of links that lead to a write, as the document of the page says; any other leads to reading. */
export const writes: ReadonlySet<string> = new Set(document.documentElement.dataset['writes']?.split(' '));
