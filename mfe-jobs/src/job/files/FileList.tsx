import { useId, type ReactNode } from 'react';
import { formatFileSize, paths, type AttachmentType, type AttachmentView } from '@dps/contract';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { texts } from '../../texts.ts';

export const Files = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Line = styled('li')({ display: 'flex', alignItems: 'center', gap: 12, padding: '8px 0' });
const NameAndDetails = styled('div')({ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' });

const ICONS = {
  pdf: icons.file,
  image: icons.image,
  document: icons.file,
} as const satisfies Record<AttachmentType, string>;

/** One file: an icon, its name, a line of details, and its buttons. */
export function FileLine(props: {
  type: AttachmentType;
  name: string;
  nameId?: string;
  about: ReactNode;
  children?: ReactNode;
}) {
  const { type, name, nameId, about, children } = props;
  return (
    <Line>
      <Icon path={ICONS[type]} />
      <NameAndDetails>
        <Typography dir="auto" {...(nameId && { id: nameId })}>
          <Literal>{name}</Literal>
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {about}
        </Typography>
      </NameAndDetails>
      {children}
    </Line>
  );
}

function ViewFile({ file, action }: { file: AttachmentView; action: ReactNode }) {
  const nameId = useId();
  const newTabId = useId();
  const open = () => globalThis.open(paths.attachment(file.jobId, file.id), '_blank', 'noopener');
  return (
    <FileLine type={file.fileType} name={file.fileName} nameId={nameId} about={formatFileSize(file.fileSize)}>
      <Button
        size="small"
        variant="outlined"
        aria-describedby={`${nameId} ${newTabId}`}
        endIcon={<Icon path={icons.openInNew} size={16} />}
        onClick={open}
      >
        {texts.job.viewFile}
      </Button>
      <span id={newTabId} hidden>
        {texts.job.opensNewTab}
      </span>
      {action}
    </FileLine>
  );
}

/** The files of a job, each with a button that opens it in a new tab and with its action; `empty` if there are none. */
export function FileList(props: {
  files: readonly AttachmentView[];
  empty: ReactNode;
  actionOf?: (file: AttachmentView) => ReactNode;
}) {
  const { files, empty, actionOf } = props;
  if (files.length === 0) return empty;
  return (
    <Files>
      {files.map((file) => (
        <ViewFile key={file.id} file={file} action={actionOf?.(file)} />
      ))}
    </Files>
  );
}
