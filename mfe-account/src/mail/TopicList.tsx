import { useState } from 'react';
import { TOPICS_OF_ROLE, type MailTopic, type Role } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { emailApi } from '../email/email-api.ts';
import { texts } from '../texts/mail.ts';

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
export function TopicList({ role, off: loaded }: Props) {
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
