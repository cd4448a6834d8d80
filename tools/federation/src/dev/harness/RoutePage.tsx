import { Suspense, type ReactNode } from 'react';
import type { RouteAccess } from '@dps/shared-contracts';
import { useSession } from '@dps/shared-contracts/client';
import { ErrorNotice, LoadingNotice } from '@dps/ui/data';
import { Content } from './Content.ts';
import type { DevelopedModule, DevelopedPage } from './developed-module.ts';
import { Explanation } from './Explanation.tsx';
import { texts } from './texts.ts';
import { useTitle } from './useTitle.ts';

/** Shows a page to whom the shell would show it; to others it says where the shell would lead them. */
function Guarded({ access, children }: { access: RouteAccess; children: ReactNode }) {
  const session = useSession();
  const { session: words } = texts;
  switch (session.state) {
    case 'loading':
      return <LoadingNotice text={texts.loading} />;
    case 'unknown':
      return (
        <Content>
          <ErrorNotice error={session.error} fallback={words.unknown} onRetry={session.retry} />
        </Content>
      );
    case 'signed-out':
      if (access === 'user') return <Explanation title={words.forUsers} text={words.forUsersText} />;
      return children;
    case 'signed-in':
      if (access === 'guest') return <Explanation title={words.forGuests} text={words.forGuestsText} />;
      return <Content>{children}</Content>;
  }
}

/** A page of the module behind its access rule. */
export function RoutePage({ module, page }: { module: DevelopedModule; page: DevelopedPage }) {
  const { title, access, View } = page;
  useTitle(title, module.title);
  return (
    <Guarded access={access}>
      <Suspense fallback={<LoadingNotice text={texts.loading} />}>
        <View />
      </Suspense>
    </Guarded>
  );
}
