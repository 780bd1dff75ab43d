import type { z } from 'zod';
import type { resourceShapes, ShapeName } from './resources.js';
import type { ConsumingService, RebuildingService } from './services.js';

type ConsumersShape = 'parked-key' | 'parked-key-replay' | 'parked-key-skip' | 'foreign-message' | 'skipped-message';
type RebuildersShape = 'read-model';

/** Single resources; the public path of each is known to the gateway alone. */
export type ResourceKind =
  | Exclude<ShapeName, ConsumersShape | RebuildersShape>
  | `${ConsumingService}-${ConsumersShape}`
  | `${RebuildingService}-${RebuildersShape | 'read-model-rebuild'}`;

export type ShapeOf<Kind extends ResourceKind> = Kind extends ShapeName
  ? Kind
  : Kind extends `${ConsumingService}-${infer Shape extends ConsumersShape}`
    ? Shape
    : RebuildersShape;

type Shape<Kind extends ResourceKind> = z.input<(typeof resourceShapes)[ShapeOf<Kind>]>;

/** What a service says of a resource. The gateway adds the id, where a resource has one of its own. */
export type AttributesOf<Kind extends ResourceKind> = Omit<Shape<Kind>, 'id'> & { readonly id?: string };

const OF_A_SERVICE =
  /^(?:funding-sources|transfers|webhooks)-(?=parked-key|foreign-message|skipped-message|read-model)/;

/** The shape of a kind of resource: the same for every service that has it. */
export function shapeNameOf(kind: ResourceKind): ShapeName {
  const name = kind.replace(OF_A_SERVICE, '').replace('read-model-rebuild', 'read-model');
  return name as ShapeName;
}
