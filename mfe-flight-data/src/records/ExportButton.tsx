import { useState } from 'react';
import type { FlightRecordView } from '@dps/contract';
import type { DownloadFile } from '@dps/contract/client';
import { Button, Icon, IconButton, icons, Stack } from '@dps/ui';
import { Menu, MenuItem, Tooltip } from '@dps/ui/data';
import { toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';
import { flightsFile, flightsJsonFile } from './flight-file.ts';

type FileOf = (records: readonly FlightRecordView[], today: Date) => DownloadFile;

interface Props {
  /** Undefined while they load. */
  records: readonly FlightRecordView[] | undefined;
  onDownload: (file: DownloadFile) => void;
}

/** Saves all records as a CSV file; the menu also offers JSON. */
export function ExportButton({ records, onDownload }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { page, export: exportTexts } = texts;
  const save = (fileOf: FileOf) => {
    setAnchor(null);
    if (!records?.length) {
      toast({ title: exportTexts.noneTitle, description: exportTexts.none, look: 'destructive' });
      return;
    }
    onDownload(fileOf(records, new Date()));
  };
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <Button
        variant="outlined"
        startIcon={<Icon path={icons.download} />}
        disabled={!records}
        onClick={() => save(flightsFile)}
      >
        {page.exportAll}
      </Button>
      <Tooltip title={exportTexts.choose}>
        <span>
          <IconButton
            aria-label={exportTexts.choose}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            disabled={!records}
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
          >
            <Icon path={icons.chevronDown} />
          </IconButton>
        </span>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => save(flightsFile)}>{exportTexts.csv}</MenuItem>
        <MenuItem onClick={() => save(flightsJsonFile)}>{exportTexts.json}</MenuItem>
      </Menu>
    </Stack>
  );
}
