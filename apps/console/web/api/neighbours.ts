const { api = location.origin, auth = api } = document.documentElement.dataset;

/** Other sites that the console's pages link to: the API, and the place where people log in. */
export const neighbours = { api, auth } as const;

/** @param path below the documentation, such as `how-to/receive-webhooks/` */
export const docsOf = (path: string): string => `${api}/docs/${path}`;
