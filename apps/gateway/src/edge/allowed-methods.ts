import type { Route } from '@halyard/contracts';

const segmentsOf = (path: string): readonly string[] => path.split('/');

export class AllowedMethods {
  private readonly templates: readonly (readonly [readonly string[], Route])[];

  constructor(routes: readonly Route[]) {
    this.templates = routes.map((route) => [segmentsOf(route.path), route]);
  }

  /** The methods of an address, whatever its query, with HEAD for each GET. Empty for an unknown path. */
  methodsOf(url: string): readonly string[] {
    const segments = segmentsOf(url.split('?', 1)[0] ?? url);
    return this.templates
      .filter(([template]) => matches(template, segments))
      .flatMap(([, { method }]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }
}

/** A `*` at the end of a template matches all segments that follow. */
const matches = (template: readonly string[], segments: readonly string[]): boolean =>
  template.at(-1) === '*'
    ? segments.length >= template.length && matches(template.slice(0, -1), segments.slice(0, template.length - 1))
    : template.length === segments.length &&
      template.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : segments[index] === part));
