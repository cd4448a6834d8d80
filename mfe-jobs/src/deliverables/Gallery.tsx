import { useState } from 'react';
import { paths, type DeliverableType, type DeliverableView } from '@dps/shared-contracts';
import { Button, Icon, IconButton, icons, RADIUS, styled, Typography } from '@dps/ui';
import { ConfirmDialog } from '@dps/ui/data';
import { toast } from '@dps/ui/toast';
import { formatFileSize } from '../job/format.ts';
import { failureText } from '../job/failures.ts';
import { deliverablesApi } from './deliverables-api.ts';
import { texts } from './texts.ts';

const Cards = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))',
  gap: 12,
});
const Card = styled('li')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: RADIUS.control,
  overflow: 'hidden',
}));
const Picture = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '4 / 3',
  backgroundColor: theme.vars.palette.tones.gray.background,
  color: theme.vars.palette.tones.gray.text,
  '& > img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block', minHeight: 0 },
}));
const About = styled('div')({ padding: '8px 10px 0', overflowWrap: 'anywhere', flex: '1 1 auto' });
const Buttons = styled('div')({ display: 'flex', justifyContent: 'space-between', padding: '4px 6px 6px' });

const ICONS = {
  image: icons.image,
  pdf: icons.file,
  archive: icons.briefcase,
  geotiff: icons.mapPin,
  'point-cloud': icons.drone,
} as const satisfies Record<DeliverableType, string>;

/** The preview of an image. Other files, and an image whose preview does not load, have the icon of their type. */
function Thumbnail({ file }: { file: DeliverableView }) {
  const [broken, setBroken] = useState(false);
  const { id, jobId, fileType, hasPreview } = file;
  return (
    <Picture>
      {hasPreview && !broken ? (
        <img
          src={`${paths.deliverable(jobId, id)}/preview`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon path={ICONS[fileType]} size={40} />
      )}
    </Picture>
  );
}

function FileCard({ file, onDelete }: { file: DeliverableView; onDelete: (() => void) | null }) {
  const { id, jobId, fileName, fileType, fileSize } = file;
  return (
    <Card>
      <Thumbnail file={file} />
      <About>
        <Typography variant="body2" dir="auto">
          {fileName}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {texts.about(texts.types[fileType], formatFileSize(fileSize))}
        </Typography>
      </About>
      <Buttons>
        <Button
          size="small"
          href={paths.deliverable(jobId, id)}
          download
          aria-label={texts.downloadFile(fileName)}
          startIcon={<Icon path={icons.download} size={16} />}
        >
          {texts.download}
        </Button>
        {onDelete && (
          <IconButton size="small" aria-label={texts.deleteFile(fileName)} onClick={onDelete}>
            <Icon path={icons.trash} size={18} />
          </IconButton>
        )}
      </Buttons>
    </Card>
  );
}

function DeleteDialog({ file, onClose }: { file: DeliverableView; onClose: () => void }) {
  const [remove, { isLoading }] = deliverablesApi.removeDeliverable.useMutation();
  const { title, text, confirm, failed } = texts.remove;
  const confirmed = async () => {
    const answer = await remove(file);
    if (answer.error)
      toast({ title: texts.title, description: failureText(answer.error, failed), look: 'destructive' });
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      text={text(file.fileName)}
      confirmLabel={confirm}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirmed()}
      onClose={onClose}
    />
  );
}

/** The delivered files of a job, each with a picture and a download; with `canDelete` also with a button that deletes it. */
export function Gallery({ files, canDelete }: { files: readonly DeliverableView[]; canDelete: boolean }) {
  const [deleted, setDeleted] = useState<DeliverableView | null>(null);
  return (
    <>
      <Cards>
        {files.map((file) => (
          <FileCard key={file.id} file={file} onDelete={canDelete ? () => setDeleted(file) : null} />
        ))}
      </Cards>
      {deleted && <DeleteDialog file={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}
