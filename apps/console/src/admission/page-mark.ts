/** The field `X-Console` is `idle` if the page asks by itself and nobody has used it since, and otherwise `1`. */
export const isIdle = (mark: string | undefined): boolean => mark === 'idle';
