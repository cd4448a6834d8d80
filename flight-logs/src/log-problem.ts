import { FLIGHT_BOUNDS, LOG_POSITIONS_MAX } from '@dps/contract';

const meters = (length: number) => `${length.toLocaleString('en-US')} m`;

/** Interface texts: why a log cannot be read. */
const PROBLEMS = {
  unreadable: 'The file could not be read. Try again.',
  insecure:
    'This browser reads logs only over a secure connection. Open the product with https, or enter the flight by hand.',
  empty: 'The file is empty.',
  utf16: 'The file is saved as UTF-16. Save it as UTF-8 and choose it again.',
  workbook:
    'The file is a workbook of a spreadsheet. Open it, save the table as CSV, and choose the CSV file.',
  oldWorkbook:
    'The file is a document of an Office program. Open it, save the table as CSV, and choose the CSV file.',
  blackbox:
    'This is a blackbox log of Betaflight, INAV or Cleanflight. Open it in the Blackbox Explorer, export GPX, and choose the GPX file.',
  djiDat:
    'This is a log of the aircraft itself, which only its maker can read. Choose the flight record of the app instead.',
  assCaptions:
    'These are captions in the format ASS. Choose the SRT file of the video, or export the flight as CSV or GPX.',
  pdf: 'This is a PDF document. Choose the log of the flight.',
  zipped: 'The file is a ZIP archive without a KML file. Extract it and choose the log inside.',
  djiRecord:
    'This looks like a flight record of a DJI app, but its figures cannot be read. AirData may read it: upload it there and download the flight as CSV.',
  mavlink: 'This is a MAVLink log. Open it in Mission Planner, create KML and GPX, and choose the GPX file.',
  video: 'This is a video. Choose the SRT file of its captions, which DJI stores next to it.',
  image: 'This is an image. Choose the log of the flight.',
  binary: 'The file is not text. Choose a CSV, KML, GPX or GeoJSON export of the flight.',
  truncated: 'The file ends in the middle.',
  damaged: 'The file is complete, but some of its data cannot be read.',
  columns:
    'The table has no columns of a flight log. AirData has latitude, longitude and height_above_takeoff; Litchi has latitude, longitude and altitude.',
  mission:
    'This is a Litchi mission, a plan of a flight. Choose the log of the flight, which Litchi keeps in its flight logs.',
  subtitles: 'The subtitles have no positions. Turn on video captions in the DJI app, or choose another log.',
  noLine: 'The file has no line or track. Export the flight as a track, not as points or areas.',
  noTimes:
    'The positions have no times, so the file can be a plan. Export the flight with times: as AirData or Litchi CSV, a GPX track or a KML track.',
  noPositions: 'The log has no positions. Export the flight with its positions.',
  noPlaces:
    'The log has no places: their cells are empty. Choose the log of a flight whose aircraft had a position.',
  zeroPlaces:
    'All positions in the log are 0, 0. Receivers report this without a fix. Choose the log of a flight with a fix.',
  textPlaces:
    'The places in the log are not numbers of degrees, such as 48.1234567. A spreadsheet may have changed them. Export the log again, and choose it before a spreadsheet saves it.',
  outsidePlaces:
    'The places in the log are not degrees: a longitude is at most 180, and a latitude at most 90. A spreadsheet may have removed the decimal points. Export the log again.',
  unknownOrder:
    'The captions do not show which number is the latitude. Choose the flight record of the app, or export the flight as CSV or GPX.',
  badTimes: 'All positions in the log have the same time. Export the flight with the time of each position.',
  onePosition: 'The log has only one position, which is not a track.',
  unusable:
    'More than a tenth of the positions after the first fix have no valid place or time. Export the log again.',
  tooManyPositions: `The log has more than ${LOG_POSITIONS_MAX.toLocaleString('en-US')} positions. Export a shorter flight.`,
  largeDocument:
    'The document is too large. Export the flight as CSV or as a GPX track, or export a shorter flight.',
  backwards:
    'More than a tenth of the times in the log go backwards. Export one flight, in the order in which it was flown.',
  tooLong: 'The log is longer than a week. Export one flight.',
  tooFast: `The log has speeds above ${FLIGHT_BOUNDS.speed} m/s, which no survey drone reaches. Choose the log of one drone flight.`,
  tooHigh: `The log has heights more than ${meters(FLIGHT_BOUNDS.height)} above or ${meters(FLIGHT_BOUNDS.depth)} below its reference. Choose the log of one drone flight.`,
  tooFar: `The log covers more than ${meters(FLIGHT_BOUNDS.distance)}. Choose the log of one drone flight.`,
  tooWide: `The log covers more than ${(FLIGHT_BOUNDS.area / 1e6).toLocaleString('en-US')} km². Choose the log of one drone flight.`,
  badXml: 'The file is not valid KML or GPX.',
  doctype: 'The file declares a document type, which flight logs do not need. It was not opened.',
  badJson: 'The file is not valid GeoJSON or GUTMA.',
} as const;

export type LogProblemCode = keyof typeof PROBLEMS;

/** The reason why a log cannot be read. The message is an interface text. */
export class LogProblem extends Error {
  readonly code: LogProblemCode;

  /** @param advice what to do, for the format of the file */
  constructor(code: LogProblemCode, advice?: string) {
    super(advice === undefined ? PROBLEMS[code] : `${PROBLEMS[code]} ${advice}`);
    this.code = code;
  }
}
