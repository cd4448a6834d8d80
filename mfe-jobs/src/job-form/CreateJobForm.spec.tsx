import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ATTACHMENT_MAX_BYTES } from '@dps/shared-contracts';
import { renderInShell, reply, type Handlers, type Shell } from '@dps/shared-contracts/testing';
import { CLIENT, sampleJob } from '../testing/samples.ts';
import CreateJobForm from './CreateJobForm.tsx';
import { dashboardForm, jobsPageForm, type JobFormVariant } from './job-form.variant.ts';

const plan = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
const photo = new File(['photo'], 'roof.png', { type: 'image/png' });
const posted = sampleJob({ id: 31, title: 'Roof' });

function show(handlers: Handlers = {}, variant: JobFormVariant = dashboardForm) {
  let finished = 0;
  const shell = renderInShell(<CreateJobForm variant={variant} onFinished={() => (finished += 1)} />, {
    user: CLIENT,
    handlers: { 'POST /api/jobs': () => reply(201, posted), ...handlers },
  });
  return { ...shell, finished: () => finished };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = ({ events }: Shell) => events.click(screen.getByRole('button', { name: 'Create Job' }));
const bodies = ({ calls }: Shell, url: string) =>
  calls.filter((call) => call.method === 'POST' && call.url === url).map(({ body }) => body);

async function fill({ events }: Shell, type = 'Site Survey'): Promise<void> {
  enter('Job Title', 'Roof');
  enter('Description', 'Seams');
  enter('Location', 'Austin');
  enter('Budget ($)', '1250.50');
  enter('Deadline', '2026-12-31');
  await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
  await events.click(screen.getByRole('option', { name: type }));
}

describe('posting a job from the dashboard', () => {
  it('sends what was filled in, and empties the form', async () => {
    const shell = show();
    await fill(shell);
    await submit(shell);
    expect(await screen.findByText('Job created successfully!')).toBeTruthy();
    expect(bodies(shell, '/api/jobs')).toEqual([
      {
        title: 'Roof',
        description: 'Seams',
        surveyType: 'Site Survey',
        location: 'Austin',
        budget: 1250.5,
        deadline: '2026-12-31',
        clientId: CLIENT.id,
        status: 'pending',
        progress: 0,
      },
    ]);
    await waitFor(() => expect(field('Job Title').value).toBe(''));
    expect(shell.finished()).toBe(1);
  });

  it("takes a time of the viewer's day", async () => {
    const shell = show();
    await fill(shell);
    enter('Time (optional)', '14:30');
    await submit(shell);
    await screen.findByText('Job created successfully!');
    const deadline = new Date(2026, 11, 31, 14, 30).toISOString();
    expect(bodies(shell, '/api/jobs')).toEqual([expect.objectContaining({ deadline })]);
  });

  it('says at the fields what is missing, leads to the first, and sends nothing', async () => {
    const shell = show();
    await submit(shell);
    expect(await screen.findByText('Deadline is required')).toBeTruthy();
    expect(screen.getAllByText('Required')).toHaveLength(5);
    await waitFor(() => expect(document.activeElement).toBe(field('Job Title')));
    expect(shell.calls).toEqual([]);
  });

  it('leads to the survey type when that alone is missing', async () => {
    const shell = show();
    for (const label of ['Job Title', 'Description', 'Location']) enter(label, 'Roof');
    enter('Budget ($)', '1250.50');
    enter('Deadline', '2026-12-31');
    await submit(shell);
    const surveyType = screen.getByRole('combobox', { name: 'Survey Type' });
    await waitFor(() => expect(document.activeElement).toBe(surveyType));
  });

  it.each([
    ['Budget ($)', '1,000', 'Enter an amount in dollars, such as 1250 or 1250.50'],
    ['Budget ($)', '0.49', 'The budget must be at least $0.50'],
    ['Budget ($)', '10.001', 'Use at most two decimals'],
  ])('refuses %s %s', async (label, value, message) => {
    const shell = show();
    enter(label, value);
    await submit(shell);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('offers the survey types of the dashboard', async () => {
    const { events } = show();
    await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Site Survey',
      'Property Inspection',
      'Agricultural Analysis',
      'Construction Monitoring',
      'Real Estate Photography',
    ]);
  });

  it('keeps what was typed when the server refuses, and says why at the field', async () => {
    const shell = show({
      'POST /api/jobs': () =>
        reply(400, {
          code: 'validation_failed',
          message: 'Some fields are not valid',
          requestId: 'r1',
          errors: [{ path: 'title', message: 'Use at most 200 characters' }],
        }),
    });
    await fill(shell);
    await submit(shell);
    expect(await screen.findByText('Failed to create job. Please try again.')).toBeTruthy();
    expect(screen.getByText('Use at most 200 characters')).toBeTruthy();
    expect(field('Job Title').value).toBe('Roof');
  });
});

describe('the files of a new job', () => {
  it('are listed, can be taken out, and are sent one by one after the job', async () => {
    const shell = show({ 'POST /api/jobs/31/attachments': () => reply(201, {}) });
    await shell.events.upload(field('Attach files'), [plan, photo]);
    expect(screen.getByText('2 file(s) added successfully.')).toBeTruthy();
    await shell.events.click(screen.getByRole('button', { name: 'Remove roof.png' }));
    expect(screen.queryByText('roof.png')).toBeNull();
    await shell.events.upload(field('Attach files'), photo);
    await fill(shell);
    await submit(shell);
    await waitFor(() => expect(shell.finished()).toBe(1));
    const uploadedBy = CLIENT.id;
    expect(bodies(shell, '/api/jobs/31/attachments')).toEqual([
      { fileName: 'plan.pdf', fileType: 'pdf', fileSize: 8, fileData: btoa('%PDF-1.7'), uploadedBy },
      { fileName: 'roof.png', fileType: 'image', fileSize: 5, fileData: btoa('photo'), uploadedBy },
    ]);
    expect(screen.getAllByText('Uploaded')).toHaveLength(2);
  });

  it('are refused by type and size, each with its reason, while good ones stay', async () => {
    const big = new File([], 'big.pdf', { type: 'application/pdf' });
    Object.defineProperty(big, 'size', { value: ATTACHMENT_MAX_BYTES + 1 });
    const { container } = show();
    const { userEvent } = await import('@testing-library/user-event');
    const events = userEvent.setup({ applyAccept: false });
    const page = new File(['<p>'], 'page.html', { type: 'text/html' });
    await events.upload(field('Attach files'), [page, plan, big]);
    const refused = within(screen.getByRole('note'));
    expect(
      refused.getByText('page.html is not a supported format. Please use PNG, JPG, or PDF.'),
    ).toBeTruthy();
    expect(refused.getByText('big.pdf is larger than 10MB. Please choose a smaller file.')).toBeTruthy();
    expect(screen.getByText('Invalid file type')).toBeTruthy();
    expect(screen.getByText('File too large')).toBeTruthy();
    expect(
      within(container)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([expect.stringContaining('plan.pdf')]);
  });

  it('that fail do not lose the others, and can be tried again', async () => {
    let broken = true;
    const shell = show({
      'POST /api/jobs/31/attachments': ({ body }) => {
        const failing = broken && JSON.stringify(body).includes('plan.pdf');
        return failing ? reply(503, 'down') : reply(201, {});
      },
    });
    await shell.events.upload(field('Attach files'), [plan, photo]);
    await fill(shell);
    await submit(shell);
    expect(await screen.findByText('Failed to upload plan.pdf')).toBeTruthy();
    expect(screen.getByText('File Upload Error')).toBeTruthy();
    expect(await screen.findByText('Uploaded')).toBeTruthy();
    expect(shell.finished()).toBe(0);
    broken = false;
    await shell.events.click(screen.getByRole('button', { name: 'Retry plan.pdf' }));
    await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
    await waitFor(() => expect(shell.finished()).toBe(1));
    expect(bodies(shell, '/api/jobs')).toHaveLength(1);
    expect(bodies(shell, '/api/jobs/31/attachments')).toHaveLength(3);
  });

  it('that failed can be given up', async () => {
    const shell = show({ 'POST /api/jobs/31/attachments': () => reply(503, 'down') });
    await shell.events.upload(field('Attach files'), plan);
    await fill(shell);
    await submit(shell);
    await shell.events.click(await screen.findByRole('button', { name: 'Remove plan.pdf' }));
    expect(screen.queryByText('plan.pdf')).toBeNull();
  });
});

describe('posting a job from the jobs page', () => {
  it('waits until title, survey type, location, budget and deadline are filled', async () => {
    const shell = show({}, jobsPageForm);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Job' });
    expect(button.disabled).toBe(true);
    await fill(shell, 'Crop Analysis');
    expect(button.disabled).toBe(false);
    await submit(shell);
    expect(await screen.findByText('Job Created')).toBeTruthy();
  });

  it('has its own words for a failure', async () => {
    const shell = show({ 'POST /api/jobs': () => reply(503, 'down') }, jobsPageForm);
    await fill(shell, 'Mapping');
    await submit(shell);
    expect(await screen.findByText('Failed to create job posting. Please try again.')).toBeTruthy();
  });
});
