interface PlainForm {
  /** The address to which the form is sent. An empty text means the address of its page. */
  readonly action: string;
  /** The hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
}

const textOf = (attribute = ''): string => attribute.replaceAll('&amp;', '&');

/** The form of a page that has one form. */
export function formIn(html: string): PlainForm {
  const hidden = html.matchAll(/<input type="hidden" name="([^"]+)"\s+value="([^"]*)"/g);
  return {
    action: textOf(/<form[^>]*action="([^"]+)"/.exec(html)?.[1]),
    fields: Object.fromEntries([...hidden].map(([, name = '', value]) => [name, textOf(value)])),
  };
}
