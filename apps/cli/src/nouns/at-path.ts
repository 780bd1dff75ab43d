/** The value that a table has for the route of a path. Routes with fewer parameters come first. */
export function valueAtPath(table: Readonly<Record<string, string>>, path: string): string | undefined {
  const steps = path.split('/');
  const fitting = Object.keys(table).filter((route) => {
    const parts = route.split('/');
    return parts.length === steps.length && parts.every((part, at) => part === steps[at] || part.startsWith('{'));
  });
  const [route] = fitting.toSorted((one, other) => one.split('{').length - other.split('{').length);
  return route === undefined ? undefined : table[route];
}
