import type { ReactElement } from 'react';

interface FieldFaultProps {
  readonly id: string;
  /** The name of the field in the form, with dots. */
  readonly name: string;
  readonly label: string;
  readonly fault: string | undefined;
}

/**
 * Says what is wrong with a field, by the label that people see. The API's message begins with the field's name in the
 * body.
 */
export function FieldFault({ id, name, label, fault }: FieldFaultProps): ReactElement | null {
  if (fault === undefined) return null;
  const field = name.split('.').at(-1) ?? name;
  const named = `${field.charAt(0).toUpperCase()}${field.slice(1)} `;
  return (
    <p className="fault" id={id}>
      {fault.startsWith(named) ? `${label} ${fault.slice(named.length)}` : fault}
    </p>
  );
}
