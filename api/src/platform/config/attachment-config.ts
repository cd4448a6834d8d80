import { string } from 'yup';
import { ConfigError, flag, url } from './variables.ts';

export interface S3Config {
  /** Address of an S3-compatible store; null for Amazon S3. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** Puts the bucket's name into the path instead of the host. */
  pathStyle: boolean;
  /** Null for the SDK's default chain: the environment, files, or the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

export interface AttachmentConfig {
  /** Store of new contents. */
  store: 'database' | 's3';
  /** Null if no bucket is configured. A configured bucket is read even if new contents go to the database. */
  s3: S3Config | null;
}

const isEndpoint = (parsed: URL) => /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.search;

export const attachmentVariables = {
  ATTACHMENT_STORE: string()
    .oneOf(['database', 's3'] as const, 'expected database or s3')
    .default('database'),
  S3_ENDPOINT: url('expected an address such as https://objects.example', isEndpoint),
  S3_REGION: string()
    .matches(/^[a-z\d-]{1,40}$/, 'expected a region such as us-east-1')
    .default('us-east-1'),
  S3_BUCKET: string().matches(
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
    'expected the name of a bucket, such as dps-attachments',
  ),
  S3_PATH_STYLE: flag().default(false),
  S3_ACCESS_KEY_ID: string().matches(/^\S{3,128}$/, 'expected the id of an access key'),
  S3_SECRET_ACCESS_KEY: string().matches(/^\S{3,256}$/, 'expected the secret of an access key'),
};

interface Variables {
  ATTACHMENT_STORE: 'database' | 's3';
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_BUCKET?: string | undefined;
  S3_PATH_STYLE: boolean;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

function readCredentials({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Variables): S3Config['credentials'] {
  if (S3_ACCESS_KEY_ID === undefined && S3_SECRET_ACCESS_KEY === undefined) return null;
  if (S3_ACCESS_KEY_ID === undefined)
    throw new ConfigError('S3_ACCESS_KEY_ID: expected with S3_SECRET_ACCESS_KEY');
  if (S3_SECRET_ACCESS_KEY === undefined) {
    throw new ConfigError('S3_SECRET_ACCESS_KEY: expected with S3_ACCESS_KEY_ID');
  }
  return { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
}

/** Reads the configuration of the attachment stores. Throws ConfigError. */
export function readAttachmentConfig(variables: Variables): AttachmentConfig {
  const { ATTACHMENT_STORE: store, S3_BUCKET: bucket } = variables;
  if (bucket === undefined) {
    if (store === 's3')
      throw new ConfigError('S3_BUCKET: expected the name of a bucket with ATTACHMENT_STORE=s3');
    return { store, s3: null };
  }
  return {
    store,
    s3: {
      bucket,
      endpoint: variables.S3_ENDPOINT ?? null,
      region: variables.S3_REGION,
      pathStyle: variables.S3_PATH_STYLE,
      credentials: readCredentials(variables),
    },
  };
}
