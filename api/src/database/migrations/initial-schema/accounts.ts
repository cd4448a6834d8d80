/** SQL of accounts: users, sessions, second factors, mailed tokens, settings and exports of a user's data. */
export const ACCOUNTS = String.raw`
-- Upper case first: "ς" and "σ" have one capital. Most locales leave "ß" alone, and case folding makes it "ss".
CREATE FUNCTION username_key(username text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN normalize(replace(lower(upper(normalize(username, NFKC))), 'ß', 'ss'), NFKC);

CREATE FUNCTION username_hash(username text) RETURNS bytea
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN sha256(convert_to(username_key(username), 'UTF8'));

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  email text NOT NULL,
  email_confirmed_at timestamptz,
  pending_email text,
  password_hash text NOT NULL,
  role text NOT NULL CONSTRAINT users_role_check CHECK (role IN ('pilot', 'client')),
  name text NOT NULL,
  flight_hours numeric(8,2),
  profile_image bytea,
  base_latitude double precision,
  base_longitude double precision,
  base_place text,
  suspended_at timestamptz,
  deletes_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_base_check CHECK ((base_latitude IS NULL) = (base_longitude IS NULL))
);
-- Before the index of addresses: PostgreSQL reports the older index if both values are taken.
CREATE UNIQUE INDEX users_username_key ON users (username_key(username));
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
-- For housekeeping: the accounts to delete, and the deleted ones.
CREATE INDEX users_deleted_idx ON users (id) WHERE deleted_at IS NOT NULL;

CREATE TABLE former_usernames (
  hash bytea PRIMARY KEY
);
-- After the row: the unique index has then waited for a concurrent deletion of the account with this name, whose hash is visible.
-- The error is that of a name in use, so a sign-up does not reveal which names are former ones.
CREATE FUNCTION keep_usernames() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM former_usernames WHERE hash = username_hash(NEW.username)) THEN
      RAISE EXCEPTION 'the username belonged to another account'
        USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key';
    END IF;
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO former_usernames (hash) VALUES (username_hash(OLD.username)) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_keep_new_username AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION keep_usernames();
CREATE TRIGGER users_keep_changed_username AFTER UPDATE OF username ON users FOR EACH ROW
  WHEN (username_key(NEW.username) <> username_key(OLD.username)) EXECUTE FUNCTION keep_usernames();

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
  device text,
  network text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  proof_expires_at timestamptz
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE known_devices (
  hash bytea PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT known_devices_user_id_fkey REFERENCES users ON DELETE CASCADE,
  first_used_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX known_devices_user_id_idx ON known_devices (user_id);
CREATE INDEX known_devices_used_at_idx ON known_devices (used_at);

CREATE TABLE authenticators (
  user_id integer PRIMARY KEY CONSTRAINT authenticators_user_id_fkey REFERENCES users ON DELETE CASCADE,
  secret bytea,
  active_since timestamptz,
  last_step integer NOT NULL DEFAULT 0,
  pending_secret bytea,
  pending_expires_at timestamptz,
  CONSTRAINT authenticators_secret_check CHECK ((secret IS NULL) = (active_since IS NULL))
);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT passkeys_user_id_fkey REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  holder_hash bytea PRIMARY KEY,
  challenge bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT password_resets_user_id_fkey REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);

CREATE TABLE email_confirmations (
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT email_confirmations_user_id_fkey REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_confirmations_user_id_idx ON email_confirmations (user_id);
CREATE INDEX email_confirmations_expires_at_idx ON email_confirmations (expires_at);

CREATE TABLE email_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT email_changes_user_id_fkey REFERENCES users ON DELETE CASCADE,
  previous_email text NOT NULL,
  factors jsonb NOT NULL,
  token_hashes bytea[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_changes_user_id_idx ON email_changes (user_id);
CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at);
CREATE INDEX email_changes_previous_email_idx ON email_changes (lower(previous_email));
CREATE INDEX email_changes_token_hashes_idx ON email_changes USING gin (token_hashes);
-- While a change can be undone, no other account takes the previous address. The trigger runs after the statement, so it also
-- finds a change that the statement has waited for.
CREATE FUNCTION refuse_previous_email() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM email_changes
      WHERE lower(previous_email) = lower(NEW.email) AND user_id <> NEW.id AND expires_at > now()
    ) THEN
      RAISE EXCEPTION 'the previous user of the address can restore it'
        USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_key';
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_refuse_previous_email AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION refuse_previous_email();

CREATE TABLE mail_settings (
  user_id integer PRIMARY KEY CONSTRAINT mail_settings_user_id_fkey REFERENCES users ON DELETE CASCADE,
  off text[] NOT NULL DEFAULT '{}',
  unsubscribe_token text NOT NULL CONSTRAINT mail_settings_unsubscribe_token_key UNIQUE
);

-- The primary key allows one address per user.
CREATE TABLE calendar_feeds (
  user_id integer PRIMARY KEY CONSTRAINT calendar_feeds_user_id_fkey REFERENCES users ON DELETE CASCADE,
  token text NOT NULL CONSTRAINT calendar_feeds_token_key UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Counters need no write-ahead log: a write that only counts does not wait for the disk. A crash resets them.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  hits integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_resets_at_idx ON rate_limits (resets_at);

-- The unique key allows one export per user.
CREATE TABLE data_exports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT data_exports_user_id_key UNIQUE
    CONSTRAINT data_exports_user_id_fkey REFERENCES users ON DELETE CASCADE,
  requested_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  completed_at timestamptz,
  failed_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX data_exports_expires_at_idx ON data_exports (expires_at);
`;
