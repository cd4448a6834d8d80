import { useState, type ReactNode } from 'react';
import { formatFileSize, paths, type DeliverableType, type DeliverableView } from '@dps/contract';
import { Button, Icon, icons, RADIUS, styled, Typography } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { Literal } from '../text/Literal.tsx';

const texts = {
  loading: 'Loading deliverables...',
  loadFailed: 'The deliverables could not be loaded.',
  none: 'The pilot has not delivered files yet.',
  types: {
    image: 'Image',
    pdf: 'PDF',
    archive: 'ZIP',
    geotiff: 'GeoTIFF',
    'point-cloud': 'Point cloud',
  } satisfies Record<DeliverableType, string>,
  about: (type: string, size: string) => `${type}, ${size}`,
  download: 'Download',
  downloadFile: (name: string) => `Download ${name}`,
} as const;

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

function FileCard({ file, action }: { file: DeliverableView; action: ReactNode }) {
  const { id, jobId, fileName, fileType, fileSize } = file;
  return (
    <Card>
      <Thumbnail file={file} />
      <About>
        <Typography variant="body2" dir="auto">
          <Literal>{fileName}</Literal>
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
        {action}
      </Buttons>
    </Card>
  );
}

interface Props {
  /** The query of the deliverables; unfinished uploads are left out. `data` is undefined while they load. */
  query: { data?: readonly DeliverableView[] | undefined; error?: unknown; refetch: () => unknown };
  /** The text without files; by default the text for clients. */
  empty?: string;
  /** Returns an additional button for a file. */
  actionOf?: (file: DeliverableView) => ReactNode;
}

/**
 * The delivered files of a job, pictures first, each with a download, or the loading, empty or error state. Each module bundles
 * this entry, so it works on an older shell.
 */
export function DeliveredFiles({ query: { data, error, refetch }, empty = texts.none, actionOf }: Props) {
  if (!data) {
    if (!error) return <LoadingShape text={texts.loading} shape="rows" count={2} />;
    return <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />;
  }
  const files = data
    .filter(({ completedAt }) => completedAt !== null)
    .toSorted((one, other) => Number(other.hasPreview) - Number(one.hasPreview));
  if (files.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return (
    <Cards>
      {files.map((file) => (
        <FileCard key={file.id} file={file} action={actionOf?.(file)} />
      ))}
    </Cards>
  );
}
