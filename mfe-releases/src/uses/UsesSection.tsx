import { useState } from 'react';
import type { ReleasedPart, ReleaseUse } from '@dps/contract';
import { Button, FONT_SIZES, MONO_FAMILY, styled } from '@dps/ui';
import { DataTable, EmptyState, SelectField, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { Inset, Section } from '../section-parts.tsx';
import { texts } from '../texts.ts';
import { linksOf, type UseLink } from './use-graph.ts';
import { UseGraphView } from './UseGraphView.tsx';

const ALL = '*';
const Filter = styled('div')({ maxWidth: 240, marginBottom: 12 });
const Mono = styled('span')({ fontFamily: MONO_FAMILY, whiteSpace: 'nowrap' });
const Names = styled('span')(({ theme }) => ({
  fontSize: FONT_SIZES.xs,
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

const { uses: names } = texts;
const namesOf = (given: readonly string[]): string =>
  given.includes(ALL) ? names.everything : given.join(', ') || texts.parts.none;

const COLUMNS: readonly Column<UseLink>[] = [
  { key: 'release', header: names.release, cell: ({ release }) => <bdi>{release}</bdi>, primary: true },
  {
    key: 'part',
    header: names.part,
    cell: ({ part }) => (
      <Mono>
        <Literal>{part}</Literal>
      </Mono>
    ),
  },
  { key: 'kind', header: names.kind, cell: ({ kind }) => names.kinds[kind] },
  {
    key: 'names',
    header: names.names,
    cell: ({ names: used }) => <Names>{namesOf(used)}</Names>,
    wide: true,
  },
];

interface Props {
  uses: readonly ReleaseUse[];
  parts: readonly ReleasedPart[];
}

/** Uses of widgets and of parts of the contract by modules, as a graph or as a table. */
export function UsesSection({ uses, parts }: Props) {
  const [module, setModule] = useState(ALL);
  const [asTable, setAsTable] = useState(false);
  const links = linksOf(uses, module === ALL ? undefined : module);
  const modules = new Set(uses.map((each) => each.module));
  const options = [
    { value: ALL, label: names.all },
    ...parts
      .filter(({ name }) => modules.has(name))
      .map(({ name, title }) => ({ value: name, label: title })),
  ];
  if (uses.length === 0)
    return (
      <Section title={names.title} about={names.about}>
        <EmptyState title={names.empty} />
      </Section>
    );
  return (
    <Section
      title={names.title}
      about={names.about}
      actions={
        <Button size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? names.asGraph : names.asTable}
        </Button>
      }
    >
      <Inset>
        <Filter>
          <SelectField label={names.filter} value={module} options={options} onChange={setModule} />
        </Filter>
        {!asTable && <UseGraphView links={links} />}
      </Inset>
      {asTable && (
        <DataTable
          label={names.title}
          columns={COLUMNS}
          rows={links}
          rowKey={({ release, part }) => `${release} ${part}`}
          empty={null}
        />
      )}
    </Section>
  );
}
