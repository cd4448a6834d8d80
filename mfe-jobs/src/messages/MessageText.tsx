import { styled, VisuallyHidden } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { messagesTexts as texts } from '../texts/messages.ts';
import { messageParts } from './message-parts.ts';

const Paragraph = styled('div')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const Link = styled('a')(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  textUnderlineOffset: '0.2em',
  borderRadius: 2,
}));
const Host = styled('strong')({ fontWeight: 650 });

/** The text of a message. Addresses of the web are links, with the host to which they lead. */
export function MessageText({ text }: { text: string }) {
  return (
    <Paragraph dir="auto">
      {messageParts(text).map(({ at, text: shown, href, host }) =>
        href === undefined ? (
          <span key={at}>{shown}</span>
        ) : (
          <Link key={at} href={href} target="_blank" rel="noopener nofollow ugc">
            <Literal>
              <bdi dir="ltr">{shown}</bdi>
              {host !== undefined && <Host dir="ltr">{` (${host})`}</Host>}
            </Literal>
            <VisuallyHidden>{` ${texts.thread.opensNewTab}`}</VisuallyHidden>
          </Link>
        ),
      )}
    </Paragraph>
  );
}
