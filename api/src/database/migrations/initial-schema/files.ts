const STORE = (table: string) =>
  `CONSTRAINT ${table}_content_store_check CHECK (content_store IN ('database', 's3'))`;

/** SQL of stored files: attachments, deliverables, the parts of exports, and the contents of all of them. */
export const FILES = `
CREATE TABLE attachment_parts (
  content_key uuid NOT NULL,
  part integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (content_key, part)
);
-- The files are already compressed.
ALTER TABLE attachment_parts ALTER COLUMN content SET STORAGE EXTERNAL;

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

CREATE TABLE job_attachments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT job_attachments_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  file_name text NOT NULL,
  file_type text NOT NULL
    CONSTRAINT job_attachments_file_type_check CHECK (file_type IN ('pdf', 'image', 'document')),
  media_type text NOT NULL,
  file_size integer NOT NULL CONSTRAINT job_attachments_file_size_check CHECK (file_size > 0),
  uploaded_by integer NOT NULL CONSTRAINT job_attachments_uploaded_by_fkey REFERENCES users,
  content_store text NOT NULL ${STORE('job_attachments')},
  content_key uuid NOT NULL,
  content_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  idempotency_key uuid
);
CREATE INDEX job_attachments_job_id_idx ON job_attachments (job_id, id);
-- The sizes of all files of an account, without the files.
CREATE INDEX job_attachments_uploaded_by_idx ON job_attachments (uploaded_by, file_size);
CREATE UNIQUE INDEX job_attachments_idempotency_key_idx ON job_attachments (uploaded_by, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE TRIGGER job_attachments_unclaim_content AFTER DELETE ON job_attachments
  FOR EACH ROW EXECUTE FUNCTION unclaim_content();

CREATE TABLE deliverables (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT deliverables_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  uploaded_by integer NOT NULL CONSTRAINT deliverables_uploaded_by_fkey REFERENCES users,
  file_name text NOT NULL,
  file_type text NOT NULL CONSTRAINT deliverables_file_type_check
    CHECK (file_type IN ('image', 'pdf', 'archive', 'geotiff', 'point-cloud')),
  media_type text NOT NULL,
  file_size integer NOT NULL CONSTRAINT deliverables_file_size_check CHECK (file_size > 0),
  file_modified_at timestamptz NOT NULL,
  received_bytes integer NOT NULL DEFAULT 0
    CONSTRAINT deliverables_received_bytes_check CHECK (received_bytes BETWEEN 0 AND file_size),
  has_preview boolean NOT NULL DEFAULT false,
  preview bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  upload_expires_at timestamptz,
  CONSTRAINT deliverables_completed_at_check
    CHECK ((completed_at IS NULL) = (upload_expires_at IS NOT NULL))
);
CREATE INDEX deliverables_job_id_idx ON deliverables (job_id, id);
-- The sizes of all files of an account, without the files.
CREATE INDEX deliverables_uploaded_by_idx ON deliverables (uploaded_by, file_size);
CREATE INDEX deliverables_open_uploads_idx ON deliverables (uploaded_by) WHERE completed_at IS NULL;
CREATE INDEX deliverables_upload_expires_at_idx ON deliverables (upload_expires_at)
  WHERE upload_expires_at IS NOT NULL;

CREATE TABLE deliverable_parts (
  deliverable_id integer NOT NULL
    CONSTRAINT deliverable_parts_deliverable_id_fkey REFERENCES deliverables ON DELETE CASCADE,
  part integer NOT NULL,
  size integer NOT NULL,
  content_store text NOT NULL ${STORE('deliverable_parts')},
  content_key uuid NOT NULL,
  content_sha256 bytea NOT NULL,
  PRIMARY KEY (deliverable_id, part)
);
CREATE TRIGGER deliverable_parts_unclaim_content AFTER DELETE ON deliverable_parts
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
