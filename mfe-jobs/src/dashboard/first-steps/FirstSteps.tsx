import type { ReactNode } from 'react';
import { formatInstantDay, type PayoutAccountView, type UserView } from '@dps/contract';
import { Button, Icon, icons, styled, TextLink, Typography, VisuallyHidden } from '@dps/ui';
import { jobsApi } from '../../api.ts';
import { Section } from '../../page/Section.tsx';
import { firstSteps, type FirstStep, type Progress } from './first-steps.ts';

/** Texts of the first steps. */
const texts = {
  title: 'First steps',
  done: 'Done',
  count: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide',
  hideLabel: 'Hide first steps',
  steps: {
    confirm: { title: 'Confirm your email', text: 'Open the link in the mail that we sent you.' },
    picture: { title: 'Add a picture', text: 'It shows next to your name.' },
    post: { title: 'Post your first job', text: 'Pilots find it among the open jobs.' },
    accepted: { title: 'Wait for a pilot', text: 'You get a notification when a pilot accepts.' },
    pay: { title: 'Pay for finished work', text: 'By card, once the work is in review.' },
    profile: {
      title: 'Complete your profile',
      text: 'Add a picture and your flight hours.',
    },
    payouts: { title: 'Set up payouts', text: 'Your share of a payment goes to this account.' },
    accept: { title: 'Accept your first job', text: 'Search the open jobs and accept one.' },
    log: { title: 'Log your first flight', text: 'By hand, or from the log of the aircraft.' },
    complete: { title: 'Complete a job', text: 'Set its progress, then its status.' },
  } satisfies Record<FirstStep, { title: string; text: string }>,
  /** The step of payouts, by the state of the account. */
  payouts: {
    started: 'Continue it, or wait while Stripe checks your details.',
    'needs-information': 'Stripe needs more information.',
    refused: 'Stripe has refused or closed your account.',
  },
  payoutsDue: (day: string) => `Stripe needs more information by ${day}.`,
} as const;

/** The page of each step; null for the form of the dashboard. */
const PAGES = {
  confirm: '/profile',
  picture: '/profile',
  post: null,
  accepted: '/jobs',
  pay: '/jobs',
  profile: '/profile',
  payouts: '/payments',
  accept: '/browse-jobs',
  log: '/flight-data',
  complete: '/jobs',
} as const satisfies Record<FirstStep, string | null>;

const List = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '@media (min-width: 1100px)': { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
}));
const Step = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '12px 16px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '@media (min-width: 1100px)': {
    '& + &': { borderTop: 0, borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
  },
}));
const Mark = styled('span')(({ theme }) => ({
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  border: `1px solid ${theme.vars.palette.outline}`,
  fontSize: theme.typography.caption.fontSize,
  fontVariantNumeric: 'tabular-nums',
  '&[data-done="true"]': {
    borderColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.main,
  },
}));
const LinkButton = styled(Button)({
  padding: 0,
  minHeight: 0,
  lineHeight: 20 / 14,
  textDecoration: 'underline',
});
const Count = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 });

interface Props {
  user: UserView;
  progress: Omit<Progress, 'user' | 'payouts'>;
  /** Scrolls to the form that posts a job. */
  onPost?: (() => void) | undefined;
  onHide: () => void;
}

/** Returns what the step needs. */
function textOf(step: FirstStep, payouts: PayoutAccountView | undefined): string {
  const { state = 'nothing', dueAt = null } = (step === 'payouts' && payouts) || {};
  if (state === 'nothing' || state === 'ready') return texts.steps[step].text;
  return dueAt === null ? texts.payouts[state] : texts.payoutsDue(formatInstantDay(dueAt));
}

function Title({ step, isDone, onPost }: { step: FirstStep; isDone: boolean } & Pick<Props, 'onPost'>) {
  const { title } = texts.steps[step];
  const page = PAGES[step];
  if (isDone)
    return (
      <Typography variant="subtitle2">
        {title}
        <VisuallyHidden>{`, ${texts.done}`}</VisuallyHidden>
      </Typography>
    );
  return page === null ? (
    <LinkButton onClick={onPost}>{title}</LinkButton>
  ) : (
    <TextLink to={page}>{title}</TextLink>
  );
}

/** The first steps of a new user, each with the page that it needs. */
export default function FirstSteps({ user, progress, onPost, onHide }: Props): ReactNode {
  const { data: payouts } = jobsApi.payoutAccount.useQuery(undefined, {
    skip: user.role !== 'pilot',
    refetchOnMountOrArgChange: true,
  });
  const steps = firstSteps({ user, ...progress, payouts });
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={texts.title}
      actions={
        <Count>
          <Typography color="textSecondary">{texts.count(done, steps.length)}</Typography>
          <Button size="small" aria-label={texts.hideLabel} onClick={onHide}>
            {texts.hide}
          </Button>
        </Count>
      }
    >
      <List>
        {steps.map(({ step, isDone }, index) => (
          <Step key={step}>
            <Mark data-done={isDone} aria-hidden>
              {isDone ? <Icon path={icons.check} size={16} /> : index + 1}
            </Mark>
            <div>
              <Title step={step} isDone={isDone} onPost={onPost} />
              <Typography variant="caption" component="p" color="textSecondary">
                {textOf(step, payouts)}
              </Typography>
            </div>
          </Step>
        ))}
      </List>
    </Section>
  );
}
