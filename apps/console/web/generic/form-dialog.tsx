import type { ReactElement, ReactNode } from 'react';
import { TemplateForm, type TemplateFormProps } from '../forms/form.js';
import { Dialog } from '../parts/dialog.js';

interface FormDialogProps extends Omit<TemplateFormProps, 'submit'> {
  /** The title of the dialog, and the label of the form's button. */
  readonly title: string;
  readonly onClose: () => void;
  /** Shown above the form. */
  readonly note?: ReactNode;
}

/** A form in a dialog. */
export const FormDialog = ({ title, onClose, note, ...form }: FormDialogProps): ReactElement => (
  <Dialog title={title} onClose={onClose}>
    {note}
    <TemplateForm submit={title} {...form} />
  </Dialog>
);
