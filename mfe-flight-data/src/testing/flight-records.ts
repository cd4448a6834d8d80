import { measureTrack, type FlightEvidenceView, type FlightTrackView } from '@dps/contract';
import { squareFlight } from '@dps/flight-logs/testing/flight-logs';

/** Returns the track of a square flight at `height` metres. */
export function squareTrack(height = 100): FlightTrackView {
  const flight = squareFlight({ height });
  return {
    longitudes: flight.map(({ longitude }) => longitude),
    latitudes: flight.map(({ latitude }) => latitude),
    heights: flight.map((each) => each.height),
    seconds: flight.map(({ seconds }) => seconds),
  };
}

/** Returns the evidence of a square flight at `height` metres. */
export function squareEvidence(height = 100, facts: Partial<FlightEvidenceView> = {}): FlightEvidenceView {
  const track = squareTrack(height);
  return {
    format: 'airdata-csv',
    fileName: 'square.csv',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    heightReference: 'take-off',
    camera: 'dji-phantom-4-rtk',
    figures: {
      ...measureTrack(track),
      positions: track.longitudes.length,
      startedAt: '2026-11-02T12:00:00.000Z',
    },
    provenance: { duration: 'measured', altitude: 'measured', coverageArea: 'typed', resolution: 'typed' },
    ...facts,
  };
}
