/** Relations of links that lead to a write. The page's document lists them; all other links lead to a read. */
export const writes: ReadonlySet<string> = new Set(document.documentElement.dataset['writes']?.split(' '));
