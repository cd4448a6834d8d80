import { measureTrack, type FlightEvidenceView } from '@dps/shared-contracts';
import { squareFlight } from '../log/log.fixture.ts';

/** The evidence of a square flown at `height`, as a job's detail has it. */
export function squareEvidence(height = 100, facts: Partial<FlightEvidenceView> = {}): FlightEvidenceView {
  const flight = squareFlight({ height });
  const track = {
    longitudes: flight.map(({ longitude }) => longitude),
    latitudes: flight.map(({ latitude }) => latitude),
    heights: flight.map((each) => each.height),
    seconds: flight.map(({ seconds }) => seconds),
  };
  return {
    format: 'airdata-csv',
    fileName: 'square.csv',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    heightReference: 'take-off',
    camera: 'dji-phantom-4-rtk',
    figures: { ...measureTrack(track), positions: flight.length, startedAt: '2026-11-02T15:04:05.000Z' },
    provenance: { duration: 'measured', altitude: 'measured', coverageArea: 'typed', resolution: 'typed' },
    track,
    ...facts,
  };
}
