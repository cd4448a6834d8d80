-- The roles of the product's database. An administrator runs this in the database, before the first migration and after any change:
--   PGOPTIONS='-c dps.owner_password=… -c dps.api_password=… -c dps.backup_password=…' psql --file api/assets/roles.sql postgres://…
-- dps_owner owns the schema and migrates it. dps_api reads and writes rows: the API, and its commands seed and admin.
-- dps_backup copies the server; without its password, there is no such role. None of them is a superuser.
-- It sets the passwords, and gives the tables of an earlier owner to dps_owner.
DO $$
DECLARE
  part text;
  secret text;
  statement text;
  is_taken boolean := false;
BEGIN
  FOREACH part IN ARRAY ARRAY['owner', 'api', 'backup'] LOOP
    secret := coalesce(current_setting('dps.' || part || '_password', true), '');
    CONTINUE WHEN part = 'backup' AND secret = '';
    IF length(secret) < 12 OR secret ~ 'replace[-_]' THEN
      RAISE EXCEPTION 'dps.%_password: expected a password of your own with at least 12 characters', part;
    END IF;
    IF to_regrole('dps_' || part) IS NULL THEN
      EXECUTE format('CREATE ROLE dps_%s', part);
    END IF;
    EXECUTE format('ALTER ROLE dps_%s LOGIN PASSWORD %L', part, secret);
    IF part = 'backup' THEN
      ALTER ROLE dps_backup REPLICATION;
    END IF;
  END LOOP;
  -- An administrator without the attribute SUPERUSER acts for the owner as its member.
  IF NOT pg_has_role('dps_owner', 'USAGE') THEN
    GRANT dps_owner TO CURRENT_USER;
  END IF;

  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO dps_owner', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO dps_api', current_database());
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  GRANT USAGE, CREATE ON SCHEMA public TO dps_owner;
  GRANT USAGE ON SCHEMA public TO dps_api;
  -- The rights on the tables of later migrations.
  ALTER DEFAULT PRIVILEGES FOR ROLE dps_owner GRANT USAGE ON SCHEMAS TO dps_api;
  ALTER DEFAULT PRIVILEGES FOR ROLE dps_owner GRANT USAGE ON SEQUENCES TO dps_api;
  ALTER DEFAULT PRIVILEGES FOR ROLE dps_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO dps_api;

  -- Sequences of columns follow their tables. Parts of extensions keep their owner.
  FOR statement IN
    WITH parts (kind, name, id, owner, schema) AS (
      SELECT 'SCHEMA', nspname::text, oid, nspowner, oid FROM pg_namespace WHERE nspname = 'pgboss'
      UNION ALL SELECT 'TABLE', oid::regclass::text, oid, relowner, relnamespace FROM pg_class
        WHERE relkind IN ('r', 'p', 'v', 'S')
      UNION ALL SELECT 'ROUTINE', oid::regprocedure::text, oid, proowner, pronamespace FROM pg_proc
      UNION ALL SELECT 'TYPE', oid::regtype::text, oid, typowner, typnamespace FROM pg_type WHERE typtype IN ('d', 'e')
    )
    SELECT format('ALTER %s %s OWNER TO dps_owner', kind, name) FROM parts
      WHERE schema IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'))
        AND owner <> 'dps_owner'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = id
          AND (deptype = 'e' OR deptype IN ('a', 'i') AND refobjsubid > 0))
  LOOP
    EXECUTE statement;
    is_taken := true;
  END LOOP;
  IF is_taken THEN
    FOR part IN SELECT nspname FROM pg_namespace WHERE nspname IN ('public', 'pgboss') LOOP
      EXECUTE format('GRANT USAGE ON SCHEMA %I TO dps_api', part);
      EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO dps_api', part);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO dps_api', part);
    END LOOP;
  END IF;
END
$$;
