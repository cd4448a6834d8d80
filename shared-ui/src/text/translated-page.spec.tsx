import { useState, type ReactNode } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Button, ErrorNotice, Icon, icons, PasswordField, TextField } from '@dps/ui';
import { DataTable, PersonAvatar, StatCard, StatusBadge } from '@dps/ui/data';
import { aJob, translatePage } from '@dps/contract/testing';
import { textsWithoutElement } from '../testing/own-texts.ts';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { MoneyLine } from '../money/MoneyLine.tsx';
import { Sourced } from '../stat/Sourced.tsx';
import { Literal } from './Literal.tsx';

let stop: () => void;
afterEach(() => stop());

/** Renders the first content on a page that a browser then translates, and then each further content in its place. */
async function renderTranslated(...contents: readonly ReactNode[]): Promise<HTMLElement> {
  let next: () => void = () => undefined;
  function Page() {
    const [index, setIndex] = useState(0);
    next = () => setIndex(index + 1);
    return contents[index];
  }
  const { container } = renderInShell(<Page />);
  stop = translatePage();
  for (const _content of contents.slice(1)) await act(async () => next());
  return container;
}

const error = (message: string) => <TextField label="Title" error helperText={message} />;
const password = (message?: string) => (
  <PasswordField label="Password" error={message !== undefined} helperText={message} />
);
const notice = (fallback: string, title?: string) => (
  <ErrorNotice error={new Error('x')} fallback={fallback} {...(title && { title })} />
);

describe('a page that a browser has translated', () => {
  it.each([
    ['a button', [<Button key="0">Pay</Button>, <Button key="0">Paid</Button>], 'Paid'],
    [
      'a button with an icon, and a progress indicator while it works',
      [
        <Button key="0">Save</Button>,
        <Button key="0" startIcon={<Icon path={icons.file} />} loading>
          Saving...
        </Button>,
      ],
      'Saving...',
    ],
    ['a badge', [<StatusBadge key="0" status="review" />, <StatusBadge key="0" status="paid" />], 'Paid'],
    ['an error of a field that is corrected', [error('Required'), error('Too long'), error('')], 'Title'],
    [
      'the next error of a password',
      [password('Wrong'), password(), password('Too short')],
      'PasswordToo short',
    ],
    ['a notice', [notice('Failed'), notice('Failed again', 'Error')], 'ErrorFailed again'],
    [
      'a figure with a source',
      [<Sourced key="0" value="–" source="Loading" />, <Sourced key="0" value={3} source="of your jobs" />],
      '3of your jobs',
    ],
  ])('[ACCESSIBILITY-12] shows the current text of %s', async (_part, contents, expected) => {
    const container = await renderTranslated(...contents);
    expect(container.querySelector('font')).toBeTruthy();
    expect(container.textContent.replaceAll('\u200B', '')).toBe(expected);
  });

  it('[ACCESSIBILITY-12] shows the error of a password and the hint about Caps Lock, and then the error alone', async () => {
    const container = await renderTranslated(password('Wrong password'));
    const field = screen.getByLabelText('Password');
    const press = (modifierCapsLock: boolean) =>
      act(async () => void fireEvent.keyUp(field, { key: 'a', modifierCapsLock }));
    await press(true);
    expect(container.textContent).toContain('Wrong password Caps Lock is on');
    await press(false);
    expect(container.textContent).toMatch(/Wrong password$/);
  });

  it('[ACCESSIBILITY-13] has the same names, initials, amounts and numbers', async () => {
    const container = await renderTranslated(
      <>
        <Literal>Sam Skyward</Literal>
        <PersonAvatar name="Sam Skyward" image={null} />
        <StatCard label="Total Earnings" value="$1,015.00" />
        <MoneyLine job={aJob({ budget: 145_000 })} payment={null} reader="client" />
        <DataTable
          label="Flights"
          columns={[{ key: 'number', header: 'Flight Number', cell: (number: string) => number, mono: true }]}
          rows={['FL-101']}
          rowKey={(number) => number}
          empty={null}
        />
      </>,
    );
    const translated = [...container.querySelectorAll('font font')].map(({ textContent }) => textContent);
    expect(translated).toEqual(expect.arrayContaining(['Total Earnings', 'Flight Number']));
    expect(translated.join(' ')).not.toMatch(/Sam|SS|\d\.\d\d|FL-/);
  });
});

describe('the check of the texts in component tests', () => {
  it.each([
    ['a text that changes next to another one', (step: number) => <p>Step {step}</p>, ['"0" becomes "1"']],
    [
      'a text that disappears next to an element',
      (step: number) => (
        <p>
          {step === 0 && 'Draft'} <b>Job</b>
        </p>
      ),
      ['"Draft" disappears'],
    ],
    [
      'a text behind a new element',
      (step: number) => <p>{step > 0 && <b>New</b>} Job</p>,
      ['a node appears before " Job"'],
    ],
    [
      'no text that is the only child of an element',
      (step: number) => (
        <p>
          <b>{step === 0 ? 'Draft' : 'Job'}</b> 1
        </p>
      ),
      [],
    ],
  ])('returns %s', (_case, content, expected) => {
    // The check observes the document, in which this container is not.
    const container = document.createElement('div');
    const { rerender } = render(content(0), { container });
    const observer = new MutationObserver(() => undefined);
    observer.observe(container, {
      childList: true,
      characterData: true,
      characterDataOldValue: true,
      subtree: true,
    });
    rerender(content(1));
    expect(textsWithoutElement(observer.takeRecords())).toEqual(expected);
  });
});
