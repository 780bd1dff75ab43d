/** A property of an unknown value; undefined if the value is no object, or has no such property. */
export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
