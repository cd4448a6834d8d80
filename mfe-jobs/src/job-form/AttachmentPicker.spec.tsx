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
  it('[FILE-6, FILE-8] shows the accepted formats, and accepts each file that is dropped onto it once', () => {
    show();
    expect(button('Attach files').getAttribute('aria-describedby')).toBeTruthy();
    expect(screen.getByText('PDF, DOC, DOCX, JPG, PNG, or GIF. Max 5 files, 10MB each.')).toBeTruthy();
    expect(screen.getByText('or drop them here')).toBeTruthy();
    fireEvent.dragOver(screen.getByText('Outside'), dragged([PLAN]));
    const target = screen.getByText('Drop files here');
    fireEvent.drop(target, dragged([PLAN, PHOTO]));
    expect(names()).toEqual([expect.stringContaining('plan.pdf'), expect.stringContaining('roof.png')]);
    expect(screen.getByText('2 file(s) added successfully.')).toBeTruthy();
    expect(screen.getByText('or drop them here')).toBeTruthy();
    fireEvent.drop(button('Attach files'), dragged([PLAN]));
    expect(names()).toHaveLength(2);
  });

  it('prevents the browser from opening dropped files and links, and leaves dragged text to the fields', () => {
    show();
    const outside = screen.getByText('Outside');
    const data = (...types: string[]) => ({ dataTransfer: { types, files: [], items: [] } });
    expect(prevents('dragOver', outside, dragged([PLAN]))).toBe(true);
    expect(prevents('drop', outside, dragged([PLAN]))).toBe(true);
    expect(prevents('drop', field('Title'), data('text/plain'))).toBe(false);
    expect(prevents('drop', field('Title'), data('text/uri-list', 'text/plain'))).toBe(false);
    expect(prevents('drop', outside, data('text/uri-list'))).toBe(true);
    expect(names()).toEqual([]);
  });

  it('rejects folders and files above the maximum, and accepts the other files of the same drop', () => {
    show(3);
    const drop = (...given: Parameters<typeof dragged>) =>
      fireEvent.drop(button('Attach files'), dragged(...given));
    expect(screen.getByText(/3 of 5 files attached\./)).toBeTruthy();
    drop([PLAN], 'photos.pdf');
    expect(names()).toEqual([expect.stringContaining('plan.pdf')]);
    const refused = within(screen.getByRole('note'));
    expect(refused.getByText('photos.pdf is a folder. Please choose the files in it.')).toBeTruthy();
    const { dataTransfer } = dragged([PHOTO, new File(['x'], 'x.pdf')]);
    // A browser that reports no entries.
    const items = [{ kind: 'file', webkitGetAsEntry: () => null }];
    fireEvent.drop(button('Attach files'), { dataTransfer: { ...dataTransfer, items } });
    expect(names()).toEqual([expect.stringContaining('plan.pdf'), expect.stringContaining('roof.png')]);
    expect(within(screen.getByRole('note')).getByText('A job can have at most 5 files.')).toBeTruthy();
  });

  it('hides the file input when the job has the maximum number of files', () => {
    show(5);
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
    expect(screen.getByText('This job has 5 files, which is the maximum.')).toBeTruthy();
  });
});
