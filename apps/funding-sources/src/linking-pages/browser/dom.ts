export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

export function stamped(templateId: string): HTMLElement {
  const copy = document.importNode(find(templateId, HTMLTemplateElement).content, true).firstElementChild;
  if (!(copy instanceof HTMLElement)) throw new Error(`the template ${templateId} is empty`);
  return copy;
}

/** The element named by `data-part` in a copy of a template. */
export function part<Kind extends HTMLElement>(within: HTMLElement, name: string, kind: new () => Kind): Kind {
  const element = within.querySelector(`[data-part="${name}"]`);
  if (!(element instanceof kind)) throw new Error(`there is no ${name}`);
  return element;
}
