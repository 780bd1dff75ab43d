const NAMED_MAX = 5;
const NAME = /^[\w.+-]{1,32}$/;

/** The codings to remove before a body can be read (RFC 9110, 8.4), in a form for messages. */
export function contentCodings(contentEncoding = ''): readonly string[] {
  const given = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  const codings = new Set(given.filter((coding) => coding !== '' && coding !== 'identity'));
  return [...codings].slice(0, NAMED_MAX).map((coding) => (NAME.test(coding) ? coding : 'unknown'));
}
