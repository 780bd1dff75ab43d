interface PlainForm {
  /** Where it is sent; an empty text is the address of its page. */
  readonly action: string;
  /** Its hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
}

const textOf = (attribute = ''): string => attribute.replaceAll('&amp;', '&');

/** The form of a page that has one. */
export function formIn(html: string): PlainForm {
  const hidden = html.matchAll(/<input type="hidden" name="([^"]+)"\s+value="([^"]*)"/g);
  return {
    action: textOf(/<form[^>]*action="([^"]+)"/.exec(html)?.[1]),
    fields: Object.fromEntries([...hidden].map(([, name = '', value]) => [name, textOf(value)])),
  };
}
