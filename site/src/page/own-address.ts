// Examples name the suite that serves this page, so that a reader can paste them.

/** The address in examples (EXAMPLE_ADDRESS of libs/contracts). */
const EXAMPLE = 'https://localhost:8443';

if (location.protocol === 'https:' && location.origin !== EXAMPLE) {
  for (const code of document.querySelectorAll('.sl-markdown-content code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replaceAll(EXAMPLE, location.origin) ?? '';
  }
  // The buttons that copy code have it as an attribute.
  for (const button of document.querySelectorAll<HTMLElement>('[data-code]'))
    button.dataset['code'] = button.dataset['code']?.replaceAll(EXAMPLE, location.origin);
}
