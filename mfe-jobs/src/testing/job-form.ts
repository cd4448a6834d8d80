import { fireEvent, screen } from '@testing-library/react';
import type { Shell } from '@dps/ui/testing';
import { forgetPickedFiles } from '../job-form/form-draft.ts';
import { uploads } from '../uploads/useUploads.ts';

export const PLAN = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
export const PHOTO = new File(['photo'], 'roof.png', { type: 'image/png' });

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

export async function fillJobForm({ events }: Shell, surveyType = 'Site Survey'): Promise<void> {
  enter('Job Title', 'Roof');
  enter('Description', 'Seams');
  enter('Location', 'Austin');
  enter('Budget ($)', '1250.50');
  enter('Deadline', '2031-12-31');
  await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
  await events.click(screen.getByRole('option', { name: surveyType }));
}

/** Whether the browser unloads the page without a confirmation. */
export const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** The request bodies by method and URL, oldest first. */
export const bodies = ({ calls }: Shell, method: string, url: string) =>
  calls.filter((call) => call.method === method && call.url === url).map(({ body }) => body);

/** Deletes the uploads and drafts of all forms, for `afterEach`. */
export function resetForms(): void {
  uploads.clear();
  forgetPickedFiles();
  localStorage.clear();
}

/** The properties of a drag event with files and an optional folder. */
export const dragged = (files: readonly File[], folder?: string) => ({
  dataTransfer: {
    types: ['Files'],
    files: folder === undefined ? files : [...files, new File([''], folder)],
    items: [
      ...files.map(({ name }) => ({ kind: 'file', webkitGetAsEntry: () => ({ name, isDirectory: false }) })),
      ...(folder === undefined
        ? []
        : [{ kind: 'file', webkitGetAsEntry: () => ({ name: folder, isDirectory: true }) }]),
    ],
    dropEffect: 'copy',
  },
});
