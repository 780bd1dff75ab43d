/**
 * What a page of the console says of its request in `X-Console`: `1`, or `idle` where the page asks by itself and nobody
 * has used it since its last request.
 */
export const isIdle = (mark: string | undefined): boolean => mark === 'idle';
