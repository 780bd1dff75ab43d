import { type ReactElement, useState } from 'react';
import { curlOf } from '../api/curl.js';
import { idOf } from '../api/resource.js';
import { useCopy } from './copy-button.js';
import { Dialog } from './dialog.js';
import { Icon, type IconName } from './icon.js';
import { Json } from './json.js';

interface ToolsProps {
  readonly path: string;
  readonly resource: unknown;
  /** The command that is copied. By default it reads the resource. */
  readonly curl?: string | undefined;
}

/**
 * Tools for every page of a resource: they copy its id and the request that reads it, and show the unchanged answer.
 */
export const Tools = ({ path, resource, curl = curlOf(path) }: ToolsProps): ReactElement => (
  <>
    <Copy label="Copy id" what="Id" value={idOf(path)} icon="copy" />
    <Copy label="Copy as curl" what="Command" value={curl} icon="code" />
    <AsJson label="View JSON" of={resource} />
  </>
);

/** Tools for a list: they copy the request that reads it, and show the unchanged answer. */
export const ListTools = ({ path, list }: { readonly path: string; readonly list: unknown }): ReactElement => (
  <>
    <Copy label="Copy list as curl" what="Command" value={curlOf(path)} icon="code" />
    <AsJson label="View list as JSON" of={list} />
  </>
);

interface ToolProps {
  readonly label: string;
  readonly icon: IconName;
  readonly onPress: () => void;
}

/** On a narrow screen only the picture is seen. */
const Tool = ({ label, icon, onPress }: ToolProps): ReactElement => (
  <button type="button" onClick={onPress}>
    <Icon name={icon} />
    <span className="word">{label}</span>
  </button>
);

interface CopyProps {
  readonly label: string;
  readonly what: string;
  readonly value: string;
  readonly icon: IconName;
}

function Copy({ label, what, value, icon }: CopyProps): ReactElement {
  const copy = useCopy();
  return <Tool label={label} icon={icon} onPress={() => copy(what, value)} />;
}

function AsJson({ label, of }: { readonly label: string; readonly of: unknown }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool label={label} icon="braces" onPress={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="JSON" onClose={() => setOpen(false)}>
          <Json of={withoutTemplates(of)} />
        </Dialog>
      )}
    </>
  );
}

const withoutTemplates = (resource: unknown): unknown => {
  if (typeof resource !== 'object' || resource === null || !('_templates' in resource)) return resource;
  const { _templates: _, ...plain } = resource;
  return plain;
};
