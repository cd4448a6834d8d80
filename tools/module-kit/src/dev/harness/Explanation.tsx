import type { ReactNode } from 'react';
import { PageHeader } from '@dps/ui/data';
import { Content } from './page-frame.ts';

interface Props {
  title: string;
  text: string;
  action?: ReactNode;
}

/** Explains why the harness does not show a page, and offers an action. */
export function Explanation({ title, text, action }: Props) {
  return (
    <Content>
      <PageHeader title={title} subtitle={text} actions={action} />
    </Content>
  );
}
