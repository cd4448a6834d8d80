import type { ReleasedPart } from '@dps/contract';
import { Button, MONO_FAMILY, styled } from '@dps/ui';
import { DataTable, ToneBadge, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { Section } from '../section-parts.tsx';
import { texts } from '../texts.ts';

const Version = styled('span')({ fontFamily: MONO_FAMILY, overflowWrap: 'anywhere' });

interface Props {
  parts: readonly ReleasedPart[];
  onRollBack: (part: ReleasedPart) => void;
}

/** The shell and all modules with their active releases. */
export function PartsTable({ parts, onRollBack }: Props) {
  const { parts: names } = texts;
  const columns: Column<ReleasedPart>[] = [
    { key: 'name', header: names.name, cell: ({ title }) => <bdi>{title}</bdi>, primary: true },
    { key: 'owner', header: names.owner, cell: ({ owner = names.none }) => <bdi>{owner}</bdi> },
    {
      key: 'stable',
      header: names.stable,
      cell: ({ stable, inactive }) =>
        inactive ? (
          <ToneBadge tone="gray" shape="ring" label={names.inactive} />
        ) : (
          <Version>
            <Literal>{stable}</Literal>
          </Version>
        ),
    },
    {
      key: 'canary',
      header: names.canary,
      cell: ({ canary }) =>
        canary ? (
          <ToneBadge tone="yellow" shape="half" label={names.share(canary.version, canary.users)} />
        ) : (
          names.none
        ),
    },
    {
      key: 'actions',
      header: names.actions,
      align: 'right',
      cell: (part) =>
        part.earlier.length > 0 && (
          <Button
            size="small"
            variant="outlined"
            aria-label={names.rollBackName(part.title)}
            onClick={() => onRollBack(part)}
          >
            {names.rollBack}
          </Button>
        ),
    },
  ];
  return (
    <Section title={names.title}>
      <DataTable
        label={names.title}
        columns={columns}
        rows={parts}
        rowKey={({ name }) => name}
        empty={null}
      />
    </Section>
  );
}
