/**
 * The field `X-Console` is `idle` if the page sends the request by itself and nobody has used the page lately, and
 * otherwise `1`.
 */
export const isIdle = (mark: string | undefined): boolean => mark === 'idle';
