import { type Place, unbundled } from './bundled-files.ts';

/** The parts of an inspector's profile that are read. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Place & { readonly functionName: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
}

export interface ProfileSummary {
  /** Counts of samples, most first. */
  readonly places: readonly (readonly [string, number])[];
  readonly owners: readonly (readonly [string, number])[];
  readonly functions: readonly (readonly [string, number])[];
  readonly withCallees: readonly (readonly [string, number])[];
}

interface Frame {
  readonly place: string;
  readonly name: string;
  /** Whether it belongs to a package, library or service. Code of Node and native code work for their callers. */
  readonly isOfSomeone: boolean;
  readonly parent: Frame | undefined;
}

const IDLE = '(idle)';
const ANONYMOUS = '(anonymous)';

/** A package, one of our libraries or services, or the runtime itself. */
function placeOf(functionName: string, url: string): string {
  const pack = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (pack !== undefined) return pack;
  const ours = /\/((?:apps|libs)\/[^/]+)\//.exec(url)?.[1];
  if (ours !== undefined) return ours;
  return url.startsWith('node:') ? url : functionName || ANONYMOUS;
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:.*\/((?:apps|libs)\/)/, '$1')
    .replace(/\/(?:dist|src)\//, '/');
  return file === '' ? functionName || ANONYMOUS : `${functionName || ANONYMOUS} ${file}:${lineNumber + 1}`;
}

const isOurs = ({ place }: Frame): boolean => /^(?:apps|libs)\//.test(place);

function framesOf({ nodes }: CpuProfile): Map<number, Frame> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frames = new Map<number, Frame>();
  const frameOf = (id: number): Frame | undefined => {
    const node = byId.get(id);
    if (!node) return undefined;
    const parentId = parents.get(id);
    const parent = parentId === undefined ? undefined : (frames.get(parentId) ?? frameOf(parentId));
    const { functionName } = node.callFrame;
    const source = unbundled(node.callFrame);
    const frame = {
      place: placeOf(functionName, source.url),
      name: nameOf({ functionName, ...source }),
      isOfSomeone: source.url.startsWith('file:'),
      parent,
    };
    frames.set(id, frame);
    return frame;
  };
  for (const { id } of nodes) if (!frames.has(id)) frameOf(id);
  return frames;
}

/**
 * Tells where the time of profiles was spent: self time by place and by function; self time by owner, which is the
 * package or project that called native code and the runtime; and the time of our own functions with their callees. It
 * counts samples instead of adding up the time between them: if this process had to wait for a core, that time belongs
 * to other processes.
 */
export function summarise(profiles: Iterable<CpuProfile>): ProfileSummary {
  const sums = {
    places: new Map<string, number>(),
    owners: new Map<string, number>(),
    functions: new Map<string, number>(),
    withCallees: new Map<string, number>(),
  };
  const count = (sum: Map<string, number>, key: string) => sum.set(key, (sum.get(key) ?? 0) + 1);
  for (const profile of profiles) {
    const frames = framesOf(profile);
    for (const id of profile.samples) {
      const frame = frames.get(id);
      if (!frame || frame.name === IDLE) continue;
      count(sums.places, frame.place);
      count(sums.functions, frame.name);
      const callers = ancestry(frame);
      count(sums.owners, callers.find(({ isOfSomeone }) => isOfSomeone)?.place ?? frame.place);
      for (const name of new Set(callers.filter(isOurs).map(({ name }) => name))) count(sums.withCallees, name);
    }
  }
  const sorted = (sum: Map<string, number>) => [...sum].sort(([, one], [, other]) => other - one);
  return {
    places: sorted(sums.places),
    owners: sorted(sums.owners),
    functions: sorted(sums.functions),
    withCallees: sorted(sums.withCallees),
  };
}

function ancestry(frame: Frame): Frame[] {
  const frames: Frame[] = [];
  for (let at: Frame | undefined = frame; at; at = at.parent) frames.push(at);
  return frames;
}
