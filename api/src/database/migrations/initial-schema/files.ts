const STORE = (table: string) =>
  `CONSTRAINT ${table}_content_store_check CHECK (content_store IN ('database', 's3'))`;

/** SQL of stored files: files of jobs, the parts of exports, and the contents of all of them. */
export const FILES = `
CREATE TABLE content_parts (
  content_key uuid NOT NULL,
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (content_key, part)
);
-- The files are already compressed.
ALTER TABLE content_parts ALTER COLUMN content SET STORAGE EXTERNAL;

-- With these hashes, any block of a content is verified alone.
CREATE TABLE content_hashes (
  content_key uuid PRIMARY KEY,
  content_sha256 bytea NOT NULL,
  block_hashes bytea NOT NULL
);

CREATE TABLE unclaimed_contents (
  content_key uuid PRIMARY KEY,
  content_store text NOT NULL,
  claimable_until timestamptz,
  sweep_after timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unclaimed_contents_sweep_after_idx ON unclaimed_contents (sweep_after);
-- However a row with a content is deleted, by a cascade or by hand, the same transaction lists the content for removal.
CREATE FUNCTION unclaim_content() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO unclaimed_contents (content_key, content_store) VALUES (OLD.content_key, OLD.content_store)
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END
$$;

CREATE TABLE job_files (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT job_files_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  purpose text NOT NULL CONSTRAINT job_files_purpose_check CHECK (purpose IN ('attachment', 'deliverable', 'flight-log', 'message')),
  record_id integer CONSTRAINT job_files_record_id_fkey REFERENCES flight_data ON DELETE CASCADE
    CONSTRAINT job_files_record_id_check CHECK ((purpose = 'flight-log') = (record_id IS NOT NULL)),
  message_id integer CONSTRAINT job_files_message_id_fkey REFERENCES messages ON DELETE CASCADE
    CONSTRAINT job_files_message_id_check CHECK (message_id IS NULL OR purpose = 'message'),
  uploaded_by integer NOT NULL CONSTRAINT job_files_uploaded_by_fkey REFERENCES users,
  file_name text NOT NULL,
  file_type text NOT NULL CONSTRAINT job_files_file_type_check
    CHECK (file_type IN ('pdf', 'image', 'document', 'archive', 'geotiff', 'point-cloud', 'flight-log')),
  media_type text NOT NULL,
  file_size integer NOT NULL CONSTRAINT job_files_file_size_check CHECK (file_size > 0),
  file_modified_at timestamptz NOT NULL,
  received_bytes integer NOT NULL DEFAULT 0
    CONSTRAINT job_files_received_bytes_check CHECK (received_bytes BETWEEN 0 AND file_size),
  has_preview boolean NOT NULL DEFAULT false,
  preview bytea,
  idempotency_key uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  upload_expires_at timestamptz,
  CONSTRAINT job_files_completed_at_check CHECK ((upload_expires_at IS NULL)
    = (completed_at IS NOT NULL AND (purpose <> 'message' OR message_id IS NOT NULL)))
);
CREATE INDEX job_files_job_id_idx ON job_files (job_id, id);
CREATE INDEX job_files_record_id_idx ON job_files (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX job_files_message_id_idx ON job_files (message_id) WHERE message_id IS NOT NULL;
-- The sizes of all files of an account, without the files.
CREATE INDEX job_files_uploaded_by_idx ON job_files (uploaded_by, file_size);
CREATE INDEX job_files_open_uploads_idx ON job_files (uploaded_by) WHERE completed_at IS NULL;
CREATE INDEX job_files_unsent_idx ON job_files (uploaded_by) WHERE purpose = 'message' AND message_id IS NULL;
CREATE INDEX job_files_upload_expires_at_idx ON job_files (upload_expires_at) WHERE upload_expires_at IS NOT NULL;
CREATE UNIQUE INDEX job_files_idempotency_key_idx ON job_files (uploaded_by, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE job_file_parts (
  file_id integer NOT NULL CONSTRAINT job_file_parts_file_id_fkey REFERENCES job_files ON DELETE CASCADE,
  part integer NOT NULL,
  size integer NOT NULL,
  content_store text NOT NULL ${STORE('job_file_parts')},
  content_key uuid NOT NULL,
  content_sha256 bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
CREATE TRIGGER job_file_parts_unclaim_content AFTER DELETE ON job_file_parts
  FOR EACH ROW EXECUTE FUNCTION unclaim_content();

CREATE TABLE data_export_parts (
  export_id integer NOT NULL
    CONSTRAINT data_export_parts_export_id_fkey REFERENCES data_exports ON DELETE CASCADE,
  part integer NOT NULL,
  size integer NOT NULL,
  content_store text NOT NULL ${STORE('data_export_parts')},
  content_key uuid NOT NULL,
  content_sha256 bytea NOT NULL,
  PRIMARY KEY (export_id, part)
);
CREATE TRIGGER data_export_parts_unclaim_content AFTER DELETE ON data_export_parts
  FOR EACH ROW EXECUTE FUNCTION unclaim_content();
`;
