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
      <p>Beside</p>
      <AttachmentPicker picker={jobsPagePicker} files={files} attached={attached} onChange={setFiles} />
    </>
  );
}
const show = (attached = 0) => renderInShell(<Form attached={attached} />);
const names = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
/** Whether the page kept the browser from what it does by itself. */
function prevents(type: 'dragOver' | 'drop', place: Element, data: object): boolean {
  const event = createEvent[type](place, data);
  fireEvent(place, event);
  return event.defaultPrevented;
}

describe('the picker of attachments', () => {
  it('says what it takes', () => {
    show();
    expect(button('Attach files').getAttribute('aria-describedby')).toBeTruthy();
    expect(screen.getByText('PDF, DOC, DOCX, JPG, PNG, or GIF. Max 5 files, 10MB each.')).toBeTruthy();
  });

  it('takes files that are dropped onto it, and shows where', () => {
    show();
    expect(screen.getByText('or drop them here')).toBeTruthy();
    fireEvent.dragOver(screen.getByText('Beside'), dragged([PLAN]));
    expect(screen.getByText('Drop files here')).toBeTruthy();
    fireEvent.drop(screen.getByText('Drop files here'), dragged([PLAN, PHOTO]));
    expect(names()).toEqual([expect.stringContaining('plan.pdf'), expect.stringContaining('roof.png')]);
    expect(screen.getByText('2 file(s) added successfully.')).toBeTruthy();
    expect(screen.getByText('or drop them here')).toBeTruthy();
  });

  it('takes nothing that is dropped beside it, and does not let the browser open it', () => {
    show();
    const beside = screen.getByText('Beside');
    expect(prevents('dragOver', beside, dragged([PLAN]))).toBe(true);
    expect(prevents('drop', beside, dragged([PLAN]))).toBe(true);
    expect(names()).toEqual([]);
  });

  it('leaves dragged text to the fields, and lets no link replace the page', () => {
    show();
    const data = (...types: string[]) => ({ dataTransfer: { types, files: [], items: [] } });
    expect(prevents('drop', field('Title'), data('text/plain'))).toBe(false);
    expect(prevents('drop', field('Title'), data('text/uri-list', 'text/plain'))).toBe(false);
    expect(prevents('drop', screen.getByText('Beside'), data('text/uri-list'))).toBe(true);
    expect(names()).toEqual([]);
  });

  it('says that folders cannot be attached, and takes the files beside them', () => {
    show();
    fireEvent.drop(button('Attach files'), dragged([PLAN], 'photos.pdf'));
    expect(names()).toEqual([expect.stringContaining('plan.pdf')]);
    const refused = within(screen.getByRole('note'));
    expect(refused.getByText('photos.pdf is a folder. Please choose the files in it.')).toBeTruthy();
  });

  it('knows how many files the job has already', () => {
    show(4);
    expect(screen.getByText(/4 of 5 files attached\./)).toBeTruthy();
    fireEvent.drop(button('Attach files'), dragged([PLAN, PHOTO]));
    expect(names()).toEqual([expect.stringContaining('plan.pdf')]);
    expect(within(screen.getByRole('note')).getByText('A job has at most 5 files.')).toBeTruthy();
  });

  it('has nothing to choose for a job that has all the files it can have', () => {
    show(5);
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
    expect(screen.getByText('This job has 5 files, the most that a job can have.')).toBeTruthy();
  });

  it('takes no file twice', () => {
    show();
    fireEvent.drop(button('Attach files'), dragged([PLAN]));
    fireEvent.drop(button('Attach files'), dragged([PLAN]));
    expect(names()).toHaveLength(1);
  });
});
