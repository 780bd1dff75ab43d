import type { ReactElement } from 'react';
import { TemplateForm, type TemplateFormProps } from '../forms/form.js';
import { Dialog } from '../parts/dialog.js';

interface FormDialogProps extends Omit<TemplateFormProps, 'submit'> {
  /** The title of the dialog, and the label of the form's button. */
  readonly title: string;
  readonly onClose: () => void;
}

/** A form in a dialog. */
export const FormDialog = ({ title, onClose, ...form }: FormDialogProps): ReactElement => (
  <Dialog title={title} onClose={onClose}>
    <TemplateForm submit={title} {...form} />
  </Dialog>
);
