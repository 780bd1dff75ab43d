const NAMED_MAX = 5;
const NAME = /^[\w.+-]{1,32}$/;

/** The codings that a body has to be freed of before it can be read (RFC 9110, 8.4), as a message can name them. */
export function contentCodings(contentEncoding = ''): readonly string[] {
  const given = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  const codings = new Set(given.filter((coding) => coding !== '' && coding !== 'identity'));
  return [...codings].slice(0, NAMED_MAX).map((coding) => (NAME.test(coding) ? coding : 'unknown'));
}
