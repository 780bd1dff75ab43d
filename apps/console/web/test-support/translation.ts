/**
 * Translates the page as browsers do: each text moves into a `font` element that takes its place, unless the page says
 * that it is not to be translated.
 */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (!currentNode.parentElement?.closest('[translate=no]')) texts.push(currentNode);
  }
  for (const text of texts) {
    const font = document.createElement('font');
    text.parentNode?.replaceChild(font, text);
    font.append(document.createTextNode(text.textContent ?? ''));
  }
}
