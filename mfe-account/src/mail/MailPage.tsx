import { useState } from 'react';
import { useSession } from '@dps/contract/client';
import { ErrorNotice, styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { TOPICS_OF_ROLE, type MailTopic, type Role } from '@dps/contract';
import { toast } from '@dps/ui/toast';
import { SettingsHeader } from '../forms/SettingsHeader.tsx';
import { emailApi } from '../email/email-api.ts';

/** Texts of the page `/mail`. */
const texts = {
  title: 'Mail',
  subtitle: 'The messages that you get by mail',
  loading: 'Loading mail settings...',
  loadFailed: 'Failed to load your mail settings. Please try again.',
  section: 'Mail about Jobs',
  about: (email: string) => `Sent to ${email}. A change applies at once.`,
  always: 'Mail about the security of your account cannot be switched off.',
  topics: {
    'job-accepted': 'A pilot accepts a job',
    'job-review': 'The work on a job is ready for review',
    'job-completed': 'A job is completed, and the payment is due',
    'job-paid': 'A job is paid',
    'job-refunded': 'A payment is refunded',
    'changes-requested': 'The client asks for changes of the work',
    'assignment-end': 'The assignment of a job ends, or the client asks to end it',
    'budget-changed': 'The client changes the budget of a job',
    'deadline-tomorrow': 'The deadline of a job is tomorrow',
    questions: 'A pilot asks, or the client answers, a question about an open job',
    messages: 'A message is unread for 10 minutes',
    'payout-account':
      'Your payout account is ready or refused, or needs information; a payout is paid or failed',
  } satisfies Record<MailTopic, string>,
  saved: 'Your mail settings are saved.',
  failed: {
    title: 'Error',
    description: 'Failed to save your mail settings. Please try again.',
    look: 'destructive',
  },
} as const;

const List = styled('ul')({ listStyle: 'none', margin: '8px 0', padding: 0 });
const Choice = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  cursor: 'pointer',
});
const Box = styled('input')(({ theme }) => ({
  flexShrink: 0,
  width: 20,
  height: 20,
  margin: 0,
  accentColor: theme.vars.palette.primary.main,
}));

interface Props {
  role: Role;
  /** The topics that were switched off when the page loaded. */
  off: readonly MailTopic[];
}

/** The topics of a role as checkboxes. Each change is saved at once, and reset if that fails. */
function TopicList({ role, off: loaded }: Props) {
  const [save] = emailApi.setMailSettings.useMutation();
  const [off, setOff] = useState(loaded);
  const [isSaved, setSaved] = useState(false);
  const choose = async (topic: MailTopic, isOn: boolean) => {
    const others = off.filter((each) => each !== topic);
    const next = isOn ? others : [...others, topic];
    setOff(next);
    setSaved(false);
    const { error } = await save({ off: next });
    setSaved(!error);
    if (!error) return;
    setOff(off);
    toast(texts.failed);
  };
  return (
    <>
      <List aria-labelledby="mail-section">
        {TOPICS_OF_ROLE[role].map((topic) => (
          <li key={topic}>
            <Choice>
              <Box
                type="checkbox"
                checked={!off.includes(topic)}
                onChange={({ target }) => void choose(topic, target.checked)}
              />
              {texts.topics[topic]}
            </Choice>
          </li>
        ))}
      </List>
      <Typography role="status" sx={{ minHeight: '1.5em' }}>
        {isSaved && texts.saved}
      </Typography>
    </>
  );
}

const Sheet = styled(Card)({ padding: 24, '@media (max-width: 599.95px)': { padding: 16 } });

/** `/mail`: what the signed-in user gets mail about. */
export default function MailPage() {
  const session = useSession();
  const { data, error, refetch } = emailApi.mailSettings.useQuery();
  const user = session.state === 'signed-in' ? session.user : undefined;
  return (
    <>
      <SettingsHeader title={texts.title} subtitle={texts.subtitle} />
      <Sheet role="region" aria-labelledby="mail-section">
        <Typography variant="h2" id="mail-section" sx={{ marginBottom: 1 }}>
          {texts.section}
        </Typography>
        {user && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {texts.about(user.email)}
          </Typography>
        )}
        {error !== undefined && !data && (
          <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />
        )}
        {!error && !(data && user) && <LoadingShape text={texts.loading} shape="fields" />}
        {data && user && <TopicList role={user.role} off={data.off} />}
        <Typography color="textSecondary">{texts.always}</Typography>
      </Sheet>
    </>
  );
}
