/** SQL of flights and payments. */
export const FLIGHTS_AND_PAYMENTS = `
CREATE TABLE flight_data (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT flight_data_job_id_fkey REFERENCES jobs,
  pilot_id integer NOT NULL CONSTRAINT flight_data_pilot_id_fkey REFERENCES users,
  flight_number text NOT NULL,
  duration integer NOT NULL CONSTRAINT flight_data_duration_check CHECK (duration > 0),
  altitude text,
  coverage_area text,
  resolution text,
  notes text,
  camera text,
  log jsonb,
  evidence jsonb,
  log_sha256 text,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  idempotency_key uuid
);
CREATE INDEX flight_data_job_id_idx ON flight_data (job_id, id);
CREATE INDEX flight_data_pilot_id_idx ON flight_data (pilot_id, id);
CREATE UNIQUE INDEX flight_data_idempotency_key_idx ON flight_data (pilot_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
-- For the earlier records with the same log, and with an overlapping flight of the pilot.
CREATE INDEX flight_data_log_sha256_idx ON flight_data (log_sha256, id) WHERE log_sha256 IS NOT NULL;
CREATE INDEX flight_data_started_at_idx ON flight_data (pilot_id, started_at) WHERE started_at IS NOT NULL;

CREATE TABLE flight_tracks (
  record_id integer PRIMARY KEY
    CONSTRAINT flight_tracks_record_id_fkey REFERENCES flight_data ON DELETE CASCADE,
  track jsonb NOT NULL
);

CREATE TABLE payments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT payments_job_id_fkey REFERENCES jobs,
  provider text NOT NULL CONSTRAINT payments_provider_check CHECK (provider IN ('stripe', 'manual')),
  status text NOT NULL DEFAULT 'pending' CONSTRAINT payments_status_check
    CHECK (status IN ('pending', 'completed', 'failed', 'canceled', 'refunded', 'disputed')),
  amount integer NOT NULL CONSTRAINT payments_amount_check CHECK (amount > 0),
  refunded_amount integer NOT NULL DEFAULT 0,
  refunded_at timestamptz,
  disputed_amount integer NOT NULL DEFAULT 0,
  lost_amount integer NOT NULL DEFAULT 0,
  currency text NOT NULL DEFAULT 'usd',
  transaction_id text CONSTRAINT payments_transaction_id_key UNIQUE,
  card_brand text,
  card_last4 text,
  submitted boolean NOT NULL DEFAULT false,
  attempt integer NOT NULL DEFAULT 1 CONSTRAINT payments_attempt_check CHECK (attempt > 0),
  failure_code text,
  checks integer NOT NULL DEFAULT 0,
  check_after timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT payments_returned_amount_check CHECK (
    refunded_amount >= 0 AND disputed_amount >= 0 AND lost_amount >= 0
    AND refunded_amount + disputed_amount + lost_amount <= amount
  )
);
-- One payment of a job is open or has succeeded.
CREATE UNIQUE INDEX payments_live_key ON payments (job_id) WHERE status IN ('pending', 'completed');
CREATE INDEX payments_job_id_idx ON payments (job_id, id);
-- For the sweep: the payments to check at the provider.
CREATE INDEX payments_due_idx ON payments (check_after) WHERE status = 'pending';

CREATE TABLE ledger_entries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  movement text NOT NULL,
  kind text NOT NULL CONSTRAINT ledger_entries_kind_check
    CHECK (kind IN ('charge', 'refund', 'dispute', 'transfer', 'reversal', 'payout')),
  account text NOT NULL CONSTRAINT ledger_entries_account_check
    CHECK (account IN ('client', 'pilot', 'platform', 'dispute', 'payout-account', 'bank')),
  amount integer NOT NULL CONSTRAINT ledger_entries_amount_check CHECK (amount <> 0),
  payment_id integer NOT NULL CONSTRAINT ledger_entries_payment_id_fkey REFERENCES payments ON DELETE CASCADE,
  job_id integer NOT NULL CONSTRAINT ledger_entries_job_id_fkey REFERENCES jobs,
  user_id integer CONSTRAINT ledger_entries_user_id_fkey REFERENCES users,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_entries_movement_account_key UNIQUE (movement, account)
);
CREATE INDEX ledger_entries_payment_id_idx ON ledger_entries (payment_id, id);
CREATE INDEX ledger_entries_job_id_idx ON ledger_entries (job_id);
CREATE INDEX ledger_entries_user_id_idx ON ledger_entries (user_id, id);
-- For the check at the provider: the payments with new movements.
CREATE INDEX ledger_entries_at_idx ON ledger_entries (at);
-- One statement writes a complete movement.
CREATE FUNCTION refuse_unbalanced_movement() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM added GROUP BY movement HAVING sum(amount) <> 0) THEN
      RAISE EXCEPTION 'a movement of ledger_entries does not sum to zero' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_movement();
-- Append-only for every writer, as the audit events.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END
$$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- The entries of a payment are deleted with it, when housekeeping deletes its job.
CREATE FUNCTION refuse_ledger_removal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM payments WHERE id = OLD.payment_id) THEN
      RAISE EXCEPTION 'ledger_entries is append-only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END
$$;
CREATE TRIGGER ledger_entries_no_removal BEFORE DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_removal();

CREATE TABLE payout_accounts (
  user_id integer PRIMARY KEY CONSTRAINT payout_accounts_user_id_fkey REFERENCES users ON DELETE CASCADE,
  account_id text CONSTRAINT payout_accounts_account_id_key UNIQUE,
  attempt integer NOT NULL DEFAULT 1 CONSTRAINT payout_accounts_attempt_check CHECK (attempt > 0),
  state text NOT NULL DEFAULT 'started'
    CONSTRAINT payout_accounts_state_check CHECK (state IN ('started', 'needs-information', 'ready', 'refused')),
  due_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE payouts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pilot_id integer NOT NULL CONSTRAINT payouts_pilot_id_fkey REFERENCES users,
  week date NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT payouts_amount_cents_check CHECK (amount_cents > 0),
  status text NOT NULL DEFAULT 'requested'
    CONSTRAINT payouts_status_check CHECK (status IN ('requested', 'in-transit', 'paid', 'failed')),
  attempt integer NOT NULL DEFAULT 1 CONSTRAINT payouts_attempt_check CHECK (attempt > 0),
  provider_payout_id text CONSTRAINT payouts_provider_payout_id_key UNIQUE,
  arrives_on date,
  failure_code text,
  failure_message text,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  repeated_at timestamptz
);
CREATE INDEX payouts_pilot_id_id_idx ON payouts (pilot_id, id);
-- A week has one payout, unless an operator repeats a failed one.
CREATE UNIQUE INDEX payouts_pilot_id_week_key ON payouts (pilot_id, week) WHERE repeated_at IS NULL;

CREATE TABLE pilot_transfers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL CONSTRAINT pilot_transfers_payment_id_fkey REFERENCES payments ON DELETE CASCADE,
  number integer NOT NULL DEFAULT 1,
  job_id integer NOT NULL CONSTRAINT pilot_transfers_job_id_fkey REFERENCES jobs,
  pilot_id integer NOT NULL CONSTRAINT pilot_transfers_pilot_id_fkey REFERENCES users,
  amount_cents integer NOT NULL CONSTRAINT pilot_transfers_amount_cents_check CHECK (amount_cents > 0),
  reversed_cents integer NOT NULL DEFAULT 0,
  reversing_cents integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'waiting' CONSTRAINT pilot_transfers_status_check
    CHECK (status IN ('waiting', 'held', 'sending', 'transferred', 'failed', 'canceled')),
  attempt integer NOT NULL DEFAULT 1 CONSTRAINT pilot_transfers_attempt_check CHECK (attempt > 0),
  provider_transfer_id text CONSTRAINT pilot_transfers_provider_transfer_id_key UNIQUE,
  failure text,
  payout_id integer CONSTRAINT pilot_transfers_payout_id_fkey REFERENCES payouts,
  created_at timestamptz NOT NULL DEFAULT now(),
  transferred_at timestamptz,
  CONSTRAINT pilot_transfers_payment_id_number_key UNIQUE (payment_id, number),
  CONSTRAINT pilot_transfers_reversed_cents_check
    CHECK (reversed_cents >= 0 AND reversing_cents >= 0 AND reversed_cents + reversing_cents <= amount_cents)
);
-- One transfer of a payment is to send, and one is held.
CREATE UNIQUE INDEX pilot_transfers_due_key ON pilot_transfers (payment_id)
  WHERE status IN ('waiting', 'sending', 'failed');
CREATE UNIQUE INDEX pilot_transfers_held_key ON pilot_transfers (payment_id) WHERE status = 'held';
CREATE INDEX pilot_transfers_job_id_idx ON pilot_transfers (job_id);
CREATE INDEX pilot_transfers_pilot_id_idx ON pilot_transfers (pilot_id, id);
CREATE INDEX pilot_transfers_payout_id_idx ON pilot_transfers (payout_id) WHERE payout_id IS NOT NULL;

CREATE TABLE provider_events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL CONSTRAINT provider_events_event_id_key UNIQUE,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_events_received_at_idx ON provider_events (received_at);
`;
