import { Suspense, type ReactNode } from 'react';
import type { RouteAccess } from '@dps/contract';
import { useSession } from '@dps/contract/client';
import { ErrorNotice, LoadingNotice } from '@dps/ui/data';
import { Content, useTitle } from './page-frame.ts';
import type { DevelopedModule, DevelopedPage } from './developed-module.ts';
import { Explanation } from './Explanation.tsx';
import { texts } from './texts.ts';

/** Shows a page if the shell would show it; otherwise explains the shell's redirect. */
function Guarded({ access, children }: { access: RouteAccess; children: ReactNode }) {
  const session = useSession();
  switch (session.state) {
    case 'loading':
      return <LoadingNotice text={texts.loading} />;
    case 'unknown':
      return (
        <Content>
          <ErrorNotice error={session.error} fallback={texts.session.unknown} onRetry={session.retry} />
        </Content>
      );
    case 'signed-out':
      if (access === 'user') return <Explanation {...texts.session.forUsers} />;
      return children;
    case 'signed-in':
      if (access === 'guest') return <Explanation {...texts.session.forGuests} />;
      return <Content>{children}</Content>;
  }
}

/** Shows a page of the module according to its access rule. */
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
