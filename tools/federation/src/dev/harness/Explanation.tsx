import type { ReactNode } from 'react';
import { PageHeader } from '@dps/ui/data';
import { Content } from './Content.ts';

interface Props {
  title: string;
  text: string;
  action?: ReactNode;
}

/** In place of a page that the harness does not show: why, and what to do. */
export function Explanation({ title, text, action }: Props) {
  return (
    <Content>
      <PageHeader title={title} subtitle={text} actions={action} />
    </Content>
  );
}
