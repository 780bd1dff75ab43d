import { fillIn, type Filled, type Template, TemplateError } from '@halyard/client';
import { CommandFailure, exits } from '../exit-codes.js';
import { type GivenValues, ruleNameOf, valuesFor, withOnlyOptions } from './given.js';

/** A resource's templates for an action: one for each shape of the body. */
export function shapesOf(templates: Readonly<Record<string, Template>>, name: string): Template[] {
  return Object.entries(templates).flatMap(([each, template]) =>
    each === name || each.startsWith(`${name}.`) ? [template] : [],
  );
}

/** A list's templates that create: `default` is the usual one. */
export function creatingShapes(templates: Readonly<Record<string, Template>>): Template[] {
  const { default: usual, ...others } = templates;
  return [...(usual ? [usual] : []), ...Object.values(others)];
}

interface ShapeTrial {
  readonly template: Template;
  readonly filled?: Filled;
  readonly error?: TemplateError;
}

async function tried(template: Template, given: GivenValues): Promise<ShapeTrial> {
  const values = await valuesFor(template, withOnlyOptions(template, given));
  try {
    return { template, filled: fillIn(template, values) };
  } catch (error) {
    if (error instanceof TemplateError) return { template, error };
    throw error;
  }
}

/**
 * How badly a shape fits the values. It counts values for fields that the shape lacks, then refused values, then all
 * faults.
 */
function distanceOf({ template, error }: ShapeTrial, given: GivenValues): readonly number[] {
  const { properties = [] } = template;
  const names = new Set(properties.map(({ name }) => name));
  const faults = error?.errors ?? [];
  const ofGiven = faults.filter(({ field }) => given.has(field) || given.has(field.replace(/\.\d+$/, '')));
  return [ofGiven.filter(({ field }) => !names.has(ruleNameOf(field))).length, ofGiven.length, faults.length];
}

const compared = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The first shape that takes the values; else the one that they fit best. */
export async function fittingShape(shapes: readonly Template[], given: GivenValues): Promise<ShapeTrial> {
  const all = await Promise.all(shapes.map((shape) => tried(shape, given)));
  const byFit = all.toSorted((one, other) => compared(distanceOf(one, given), distanceOf(other, given)));
  const [best] = byFit;
  if (!best) throw new CommandFailure('nothing can be created there', exits.refused);
  return best;
}
