import { screen, waitFor, within } from '@testing-library/react';
import type { JobView, QuestionView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, CLIENT, PILOT, sampleJob } from '../testing/samples.ts';
import Questions from './Questions.tsx';

const LIST = 'GET /api/jobs/:id/questions';
const FAILURE = { code: 'internal', message: 'Something went wrong.', requestId: 'r-9' };

const question = (given: Partial<QuestionView> = {}): QuestionView => ({
  id: 1,
  text: 'Where is the gate?',
  isOwn: false,
  askedAt: '2026-11-27T16:00:00.000Z',
  answer: null,
  answeredAt: null,
  ...given,
});
const answered = (given: Partial<QuestionView> = {}) =>
  question({ answer: 'On the north side.', answeredAt: '2026-11-28T16:00:00.000Z', ...given });

/** Renders the part for a pilot, or for the client of the job. */
function show(
  handlers: Handlers,
  { job = sampleJob({ id: 4 }), user = PILOT }: { job?: JobView; user?: typeof PILOT } = {},
) {
  const shell = renderInShell(<Questions job={job} />, { user, handlers });
  const sent = () => shell.calls.filter(({ method }) => method !== 'GET');
  return { ...shell, sent };
}
const showToClient = (handlers: Handlers) => show(handlers, { user: CLIENT });

const items = async () =>
  within(await screen.findByRole('region', { name: 'Questions' })).findAllByRole('listitem');
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const ask = () => screen.getByRole('button', { name: 'Ask Question' });
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

beforeEach(() => localStorage.clear());

describe('the questions of an open job for a pilot', () => {
  it('[QUESTION-12, QUESTION-14] are listed with their answers, as inert text, and one can be asked', async () => {
    let list = [
      answered({ text: '<b>Gate</b> https://example.com/?' }),
      question({ id: 2, text: 'How high?' }),
    ];
    const { events, sent } = show({
      [LIST]: () => list,
      'POST /api/jobs/:id/questions': ({ body }) => {
        const own = question({ ...Object(body), id: 3, isOwn: true });
        list = [...list, own];
        return reply(201, own);
      },
    });
    expect(textsOf(await items())).toEqual([
      'Asked Nov 27, 2026<b>Gate</b> https://example.com/?Answer of the client, Nov 28, 2026On the north side.',
      'Not answered yetAsked Nov 27, 2026How high?',
    ]);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('0 of 1,000')).toBeTruthy();
    await events.click(ask());
    expect(await screen.findByText('Required')).toBeTruthy();
    await events.type(field('Your question to the client'), 'Is it open? 😀');
    expect(screen.getByText('13 of 1,000')).toBeTruthy();
    await events.click(ask());
    expect(await screen.findByText('Question Asked')).toBeTruthy();
    expect(sent()).toMatchObject([{ url: '/api/jobs/4/questions', body: { text: 'Is it open? 😀' } }]);
    const own = (await items()).at(-1);
    expect(own?.textContent).toBe('Your questionNot answered yetAsked Nov 27, 2026Is it open? 😀');
    expect(document.activeElement).toBe(own);
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('[QUESTION-12] keep a typed question as a draft, and after a failure', async () => {
    const handlers = { [LIST]: () => [], 'POST /api/jobs/:id/questions': () => reply(500, FAILURE) };
    const first = show(handlers);
    await first.events.type(await screen.findByRole('textbox'), 'Is it open?');
    first.unmount();
    const { events } = show(handlers);
    await screen.findByText('No pilot has asked a question yet.');
    expect(field('Your question to the client').value).toBe('Is it open?');
    await events.click(ask());
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.');
    expect(field('Your question to the client').value).toBe('Is it open?');
  });

  it('[QUESTION-12] show the own question in place of the form, also one that another tab has asked', async () => {
    let list: QuestionView[] = [];
    const { events } = show({
      [LIST]: () => list,
      'POST /api/jobs/:id/questions': () => {
        list = [question({ isOwn: true })];
        return reply(409, { code: 'already_asked', message: 'You have already asked.' });
      },
    });
    await events.type(await screen.findByRole('textbox'), 'Is it open?');
    await events.click(ask());
    expect(await screen.findByText('Your question')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('[QUESTION-15] have states of loading and of failure, with a retry', async () => {
    let isBroken = true;
    const { events } = show({ [LIST]: () => (isBroken ? reply(500, FAILURE) : [answered()]) });
    expect(screen.getByText('Loading questions...')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('r-9');
    expect(screen.queryByRole('form')).toBeNull();
    isBroken = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await items()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the questions of an open job for its client', () => {
  it('[QUESTION-13] are answered, the unanswered first, and the answer can be corrected', async () => {
    let list = [answered({ text: 'First?' }), question({ id: 2, text: 'Second?' })];
    const { events, sent } = showToClient({
      [LIST]: () => list,
      'PUT /api/jobs/:id/questions/:questionId/answer': ({ body }) => {
        const answeredAt = `2026-11-29T0${sent().length}:00:00.000Z`;
        list = list.map((each) =>
          each.id === 2 ? { ...each, answer: Object(body).text, answeredAt } : each,
        );
        return list[1];
      },
    });
    expect(textsOf(await items())).toEqual([
      'Not answered yetAsked Nov 27, 2026Second?Answer',
      'Asked Nov 27, 2026First?Your answer, Nov 28, 2026On the north side.Correct Answer',
    ]);
    await events.click(screen.getByRole('button', { name: 'Answer' }));
    const form = within(screen.getByRole('form', { name: 'Answer to "Second?"' }));
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Your answer' }));
    await events.keyboard('It is low.');
    await events.click(form.getByRole('button', { name: 'Send Answer' }));
    expect(await screen.findByText('Answer Sent')).toBeTruthy();
    const [first] = await items();
    expect(first?.textContent).toContain('Second?Your answer, Nov 29, 2026It is low.');
    const correct = within(first ?? document.body).getByRole('button', { name: 'Correct Answer' });
    expect(document.activeElement).toBe(correct);
    await events.click(correct);
    expect(field('Your answer').value).toBe('It is low.');
    await events.clear(field('Your answer'));
    await events.type(field('Your answer'), 'It is high.');
    await events.click(screen.getByRole('button', { name: 'Send Answer' }));
    expect(await screen.findByText('It is high.')).toBeTruthy();
    expect(sent()).toMatchObject([
      { url: '/api/jobs/4/questions/2/answer', body: { text: 'It is low.' } },
      { url: '/api/jobs/4/questions/2/answer', body: { text: 'It is high.' } },
    ]);
  });

  it('[QUESTION-13] keep a typed answer as a draft until it is canceled', async () => {
    const handlers = { [LIST]: () => [question()] };
    const first = showToClient(handlers);
    await first.events.click(await screen.findByRole('button', { name: 'Answer' }));
    await first.events.keyboard('On the nor');
    first.unmount();
    const { events } = showToClient(handlers);
    await screen.findByRole('form');
    expect(field('Your answer').value).toBe('On the nor');
    await events.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Answer' }));
    await events.click(screen.getByRole('button', { name: 'Answer' }));
    expect(field('Your answer').value).toBe('');
  });

  it('[QUESTION-15] say what they are for while there are none', async () => {
    showToClient({ [LIST]: () => [] });
    expect(await screen.findByText(/^No pilot has asked a question yet. You answer here/)).toBeTruthy();
  });
});

describe('the questions of an accepted job', () => {
  const job = assignedJob({ id: 4 });

  it.each([PILOT, CLIENT])('[QUESTION-14] are read-only for a $role', async (user) => {
    show({ [LIST]: () => [answered(), question({ id: 2, isOwn: user === PILOT })] }, { job, user });
    expect(await items()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^(?!Report)/ })).toBeNull();
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByText('Not answered yet')).toBeNull();
  });

  it('[QUESTION-14] are no part without any', async () => {
    let list = [answered()];
    const { changeJobs } = show({ [LIST]: () => list }, { job });
    expect(await items()).toHaveLength(1);
    list = [];
    changeJobs();
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });
});

describe('a report of a question or an answer', () => {
  const list = () => [
    answered({ isOwn: true }),
    answered({ id: 2, askedAt: '2026-11-26T16:00:00.000Z' }),
    question({ id: 3, askedAt: '2026-11-25T16:00:00.000Z' }),
  ];

  it.each([
    {
      role: 'pilot',
      user: PILOT,
      parts: ['answer of Nov 28', 'question of Nov 26', 'answer of Nov 28', 'question of Nov 25'],
    },
    { role: 'client', user: CLIENT, parts: ['question of Nov 25', 'question of Nov 26'] },
  ])('[QUESTION-18] is offered to a $role for the parts of other users', async ({ user, parts }) => {
    // A client has no own question.
    show({ [LIST]: () => list().slice(user === PILOT ? 0 : 1) }, { user });
    await items();
    const buttons = screen.getAllByRole('button', { name: /^Report/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
      parts.map((part) => `Report the ${part}, 2026`),
    );
  });

  it.each([
    ['question', 'Nov 26', /Its pilot is not notified/],
    ['answer', 'Nov 28', /The client is not notified/],
  ])('[QUESTION-18] sends the %s with a reason', async (part, day, text) => {
    const { events, sent } = show({
      [LIST]: () => list().slice(1, 2),
      'POST /api/jobs/:id/questions/:questionId/report': () => reply(204),
    });
    await events.click(await screen.findByRole('button', { name: `Report the ${part} of ${day}, 2026` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Report this ${part}?` }));
    expect(dialog.getByText(text)).toBeTruthy();
    await events.type(dialog.getByRole('textbox'), 'Insults me');
    await events.click(dialog.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText(/^(Question|Answer) Reported$/)).toBeTruthy();
    expect(sent()).toMatchObject([
      { url: '/api/jobs/4/questions/2/report', body: { part, reason: 'Insults me' } },
    ]);
  });
});
