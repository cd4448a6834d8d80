import type { PasskeyView } from '@dps/contract';
import { Button, Stack } from '@dps/ui';
import { DataTable, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts/passkeys.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const formatted = (at: string) => day.format(new Date(at));

type Choose = (passkey: PasskeyView) => void;

const columnsFor = (rename: Choose, remove: Choose): Column<PasskeyView>[] => [
  { key: 'name', header: texts.name, cell: ({ name }) => <Literal>{name}</Literal>, primary: true },
  { key: 'created', header: texts.created, cell: ({ createdAt }) => formatted(createdAt) },
  {
    key: 'last-used',
    header: texts.lastUsed,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : formatted(lastUsedAt)),
  },
  {
    key: 'actions',
    header: texts.actions,
    cell: (passkey) => (
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button size="small" aria-label={texts.renameOne(passkey.name)} onClick={() => rename(passkey)}>
          {texts.rename}
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={texts.removeOne(passkey.name)}
          onClick={() => remove(passkey)}
        >
          {texts.remove}
        </Button>
      </Stack>
    ),
  },
];

interface Props {
  /** Undefined while they load. */
  passkeys: readonly PasskeyView[] | undefined;
  onRename: Choose;
  onRemove: Choose;
}

/** The passkeys of the user, with buttons to rename and to remove each. */
export function PasskeyTable({ passkeys, onRename, onRemove }: Props) {
  return (
    <DataTable
      label={texts.section}
      columns={columnsFor(onRename, onRemove)}
      rows={passkeys ?? []}
      rowKey={({ id }) => id}
      loading={passkeys ? undefined : { text: texts.loading }}
      empty={null}
    />
  );
}
