import { useState } from 'react';
import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { renderInShell } from '@dps/ui/testing';
import { button, dragged, field, PHOTO, PLAN } from '../testing/job-form.ts';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import { jobsPagePicker } from './attachment-picker.ts';

function Form({ attached }: { attached: number }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <>
      <input aria-label="Title" />
      <p>Outside</p>
      <AttachmentPicker picker={jobsPagePicker} files={files} attached={attached} onChange={setFiles} />
    </>
  );
}
const show = (attached = 0) => renderInShell(<Form attached={attached} />);
const names = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
/** Whether the page prevents the browser's default action for an event. */
function prevents(type: 'dragOver' | 'drop', place: Element, data: object): boolean {
  const event = createEvent[type](place, data);
  fireEvent(place, event);
  return event.defaultPrevented;
}

describe('AttachmentPicker', () => {
  it('[FILE-6] shows the accepted formats', () => {
    show();
    expect(button('Attach files').getAttribute('aria-describedby')).toBeTruthy();
    expect(screen.getByText('PDF, DOC, DOCX, JPG, PNG, or GIF. Max 5 files, 10MB each.')).toBeTruthy();
  });

  it('[FILE-8] accepts files that are dropped onto it, and highlights the target', () => {
    show();
    expect(screen.getByText('or drop them here')).toBeTruthy();
    fireEvent.dragOver(screen.getByText('Outside'), dragged([PLAN]));
    expect(screen.getByText('Drop files here')).toBeTruthy();
    fireEvent.drop(screen.getByText('Drop files here'), dragged([PLAN, PHOTO]));
    expect(names()).toEqual([expect.stringContaining('plan.pdf'), expect.stringContaining('roof.png')]);
    expect(screen.getByText('2 file(s) added successfully.')).toBeTruthy();
    expect(screen.getByText('or drop them here')).toBeTruthy();
  });

  it('ignores files that are dropped next to it, and prevents the browser from opening them', () => {
    show();
    const outside = screen.getByText('Outside');
    expect(prevents('dragOver', outside, dragged([PLAN]))).toBe(true);
    expect(prevents('drop', outside, dragged([PLAN]))).toBe(true);
    expect(names()).toEqual([]);
  });

  it('leaves dragged text to the fields, and prevents a dropped link from replacing the page', () => {
    show();
    const data = (...types: string[]) => ({ dataTransfer: { types, files: [], items: [] } });
    expect(prevents('drop', field('Title'), data('text/plain'))).toBe(false);
    expect(prevents('drop', field('Title'), data('text/uri-list', 'text/plain'))).toBe(false);
    expect(prevents('drop', screen.getByText('Outside'), data('text/uri-list'))).toBe(true);
    expect(names()).toEqual([]);
  });

  it('rejects folders, and accepts the files of the same drop', () => {
    show();
    fireEvent.drop(button('Attach files'), dragged([PLAN], 'photos.pdf'));
    expect(names()).toEqual([expect.stringContaining('plan.pdf')]);
    const refused = within(screen.getByRole('note'));
    expect(refused.getByText('photos.pdf is a folder. Please choose the files in it.')).toBeTruthy();
  });

  it('counts the files that the job already has', () => {
    show(4);
    expect(screen.getByText(/4 of 5 files attached\./)).toBeTruthy();
    fireEvent.drop(button('Attach files'), dragged([PLAN, PHOTO]));
    expect(names()).toEqual([expect.stringContaining('plan.pdf')]);
    expect(within(screen.getByRole('note')).getByText('A job can have at most 5 files.')).toBeTruthy();
  });

  it('hides the file input when the job has the maximum number of files', () => {
    show(5);
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
    expect(screen.getByText('This job has 5 files, which is the maximum.')).toBeTruthy();
  });

  it('ignores a file that is already picked', () => {
    show();
    fireEvent.drop(button('Attach files'), dragged([PLAN]));
    fireEvent.drop(button('Attach files'), dragged([PLAN]));
    expect(names()).toHaveLength(1);
  });
});
