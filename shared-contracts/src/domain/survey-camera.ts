import { radians } from './place.ts';

/** Camera parameters of the ground sample distance and of the ground in a picture. */
export interface SurveyCamera {
  name: string;
  /** Sensor width and true focal length (not the 35 mm equivalent), in millimetres. */
  sensorWidth: number;
  focalLength: number;
  /** Pixels across the sensor's width, and along its height. Pixels are square. */
  imageWidth: number;
  imageHeight: number;
}

/**
 * Cameras of survey flights, with the manufacturers' pixels and focal lengths. If the manufacturer states only the sensor
 * type, the width is that of the type: 13.2 mm for 1-inch, 17.3 mm for 4/3.
 */
export const SURVEY_CAMERAS = {
  // https://www.dji.com/phantom-4-rtk/info: 1-inch, 8.8 mm, 5472 × 3648.
  'dji-phantom-4-rtk': {
    name: 'DJI Phantom 4 Pro, Phantom 4 RTK',
    sensorWidth: 13.2,
    focalLength: 8.8,
    imageWidth: 5472,
    imageHeight: 3648,
  },
  // https://www.dji.com/mavic-2/info: 1-inch, 28 mm equivalent (10.26 mm in its pictures' EXIF), 5472 × 3648.
  'dji-mavic-2-pro': {
    name: 'DJI Mavic 2 Pro',
    sensorWidth: 13.2,
    focalLength: 10.26,
    imageWidth: 5472,
    imageHeight: 3648,
  },
  // https://enterprise.dji.com/mavic-3-enterprise/specs: 4/3, 24 mm equivalent (12.29 mm in its EXIF), 5280 × 3956.
  'dji-mavic-3-enterprise': {
    name: 'DJI Mavic 3 Enterprise, wide',
    sensorWidth: 17.3,
    focalLength: 12.29,
    imageWidth: 5280,
    imageHeight: 3956,
  },
  // https://enterprise.dji.com/zenmuse-p1/specs: 35.9 × 24 mm, 8192 × 5460, lenses of 24, 35 and 50 mm.
  'dji-zenmuse-p1-24': {
    name: 'DJI Zenmuse P1, 24 mm',
    sensorWidth: 35.9,
    focalLength: 24,
    imageWidth: 8192,
    imageHeight: 5460,
  },
  'dji-zenmuse-p1-35': {
    name: 'DJI Zenmuse P1, 35 mm',
    sensorWidth: 35.9,
    focalLength: 35,
    imageWidth: 8192,
    imageHeight: 5460,
  },
  'dji-zenmuse-p1-50': {
    name: 'DJI Zenmuse P1, 50 mm',
    sensorWidth: 35.9,
    focalLength: 50,
    imageWidth: 8192,
    imageHeight: 5460,
  },
  // https://www.sony.com/electronics/support/compact-cameras-dsc-rx-series/dsc-rx1rm2/specifications: 35.9 × 24 mm, 35 mm, 7952 × 5304.
  'sony-rx1r-ii': {
    name: 'Sony RX1R II (WingtraOne)',
    sensorWidth: 35.9,
    focalLength: 35,
    imageWidth: 7952,
    imageHeight: 5304,
  },
} as const satisfies Record<string, SurveyCamera>;
export type SurveyCameraId = keyof typeof SURVEY_CAMERAS;
export const SURVEY_CAMERA_IDS: readonly SurveyCameraId[] =
  Object.keys(SURVEY_CAMERAS).filter(isSurveyCamera);

export function isSurveyCamera(value: unknown): value is SurveyCameraId {
  return typeof value === 'string' && Object.hasOwn(SURVEY_CAMERAS, value);
}

/**
 * Returns the width of ground that one pixel shows, in centimetres, straight down from a height in metres: height × sensor
 * width / (focal length × image width), https://support.pix4d.com/hc/en-us/articles/202557469.
 */
export function groundSampleDistance(
  { sensorWidth, focalLength, imageWidth }: Pick<SurveyCamera, 'sensorWidth' | 'focalLength' | 'imageWidth'>,
  height: number,
): number {
  return (height * 100 * sensorWidth) / (focalLength * imageWidth);
}

/** The field of view of an unknown camera, in degrees: less than that of most drones, so that no ground counts by mistake. */
export const ASSUMED_VIEW = { across: 60, along: 45 } as const;

/**
 * Returns the ground that a picture straight down shows, in metres for each metre of height: across the track, where the long side
 * of the sensor is assumed, and along it.
 */
export function viewOfGround(camera: SurveyCameraId | null): { across: number; along: number } {
  if (camera === null) {
    const width = (angle: number) => 2 * Math.tan(radians(angle / 2));
    return { across: width(ASSUMED_VIEW.across), along: width(ASSUMED_VIEW.along) };
  }
  const { sensorWidth, focalLength, imageWidth, imageHeight } = SURVEY_CAMERAS[camera];
  const across = sensorWidth / focalLength;
  return { across, along: (across * imageHeight) / imageWidth };
}
