const { api = location.origin, auth = api } = document.documentElement.dataset;

/** Where a page leads that is no page of the console: the API, and where people log in. */
export const neighbours = { api, auth } as const;

/** @param path below the documentation, as `how-to/receive-webhooks/` */
export const docsOf = (path: string): string => `${api}/docs/${path}`;
