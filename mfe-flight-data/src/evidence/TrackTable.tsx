import { METERS_PER_FOOT, type FlightTrack } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { evidenceTexts } from '../texts/evidence.ts';
import { evenlySpacedIndexes } from './drawing.ts';
import { formatCount, formatElapsed } from './evidence-format.ts';

const ROWS = 25;

const Details = styled('details')({ '& > summary': { minHeight: 24, cursor: 'pointer' } });
const Scroll = styled('div')({ overflowX: 'auto' });
const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: '4px 8px',
    textAlign: 'right',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
}));

interface Column {
  name: string;
  cell: (index: number) => string;
}

function columnsOf({ longitudes, latitudes, heights, seconds }: FlightTrack): Column[] {
  const { columns } = evidenceTexts;
  const degrees = (values: readonly number[]) => (index: number) => (values[index] ?? 0).toFixed(5);
  return [
    { name: columns.time, cell: (at) => formatElapsed(seconds[at] ?? 0) },
    ...(heights
      ? [
          {
            name: columns.height,
            cell: (at: number) => `${formatCount((heights[at] ?? 0) / METERS_PER_FOOT)} ft`,
          },
        ]
      : []),
    { name: columns.latitude, cell: degrees(latitudes) },
    { name: columns.longitude, cell: degrees(longitudes) },
  ];
}

/** The positions of the track as a table, an alternative to the drawings. */
export function TrackTable({ track }: { track: FlightTrack }) {
  const columns = columnsOf(track);
  const rows = evenlySpacedIndexes(track.longitudes.length, ROWS);
  const evidence = evidenceTexts;
  return (
    <Details>
      <summary>{evidence.table}</summary>
      <Typography variant="caption" color="textSecondary" component="p">
        {evidence.tableHint(formatCount(rows.length), formatCount(track.longitudes.length))}
      </Typography>
      <Scroll tabIndex={0} role="region" aria-label={evidence.table}>
        <Table>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((index) => (
              <tr key={index}>
                {columns.map(({ name, cell }) => (
                  <td key={name}>{cell(index)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroll>
    </Details>
  );
}
