/** SQL of the triggers that record changes of accounts and money in `audit_events`. */
export const AUDIT_TRIGGERS = `
CREATE FUNCTION audit(actor text, action text, subject text, before jsonb, after jsonb) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_events (actor, action, subject, before, after) VALUES (
    CASE current_setting('application_name') WHEN 'dps-api' THEN actor
      ELSE 'operator:' || coalesce(nullif(current_setting('dps.operator', true), ''), session_user) END,
    action, subject, before, after)
$$;

CREATE FUNCTION audit_user() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text := 'user:' || NEW.id;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM audit(name, 'account.created', name, NULL, jsonb_build_object('role', NEW.role));
    ELSE
      PERFORM audit(name, CASE WHEN NEW.role <> OLD.role THEN 'account.role-changed'
          WHEN NEW.suspended_at IS NULL THEN 'account.resumed' ELSE 'account.suspended' END, name,
        jsonb_build_object('role', OLD.role, 'suspendedAt', OLD.suspended_at),
        jsonb_build_object('role', NEW.role, 'suspendedAt', NEW.suspended_at));
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_audit_insert AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION audit_user();
CREATE TRIGGER users_audit_update AFTER UPDATE OF role, suspended_at ON users FOR EACH ROW
  WHEN ((NEW.role, NEW.suspended_at) IS DISTINCT FROM (OLD.role, OLD.suspended_at)) EXECUTE FUNCTION audit_user();

-- dps.credential states how the user has proved the right to choose a password, if not by the current one.
CREATE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text := 'user:' || NEW.id;
  BEGIN
    PERFORM audit(name, CASE WHEN current_setting('dps.credential', true) IN ('mail', 'undo') THEN 'account.password-reset'
      ELSE 'account.password-changed' END, name, NULL, '{}');
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_audit_password AFTER UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (NEW.password_hash <> OLD.password_hash AND NEW.password_hash <> '') EXECUTE FUNCTION audit_password();

-- Without the addresses: events are kept longer than accounts.
CREATE FUNCTION audit_email() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text := 'user:' || NEW.id;
  BEGIN
    PERFORM audit(name, CASE
      WHEN NEW.email <> OLD.email THEN
        CASE current_setting('dps.credential', true) WHEN 'undo' THEN 'account.email-restored' ELSE 'account.email-changed' END
      WHEN NEW.pending_email IS NOT DISTINCT FROM OLD.pending_email THEN 'account.email-confirmed'
      WHEN NEW.pending_email IS NULL THEN 'account.email-change-canceled'
      ELSE 'account.email-change-requested' END, name, NULL, '{}');
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_audit_email AFTER UPDATE OF email, pending_email, email_confirmed_at ON users FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL AND ((NEW.email, NEW.pending_email) IS DISTINCT FROM (OLD.email, OLD.pending_email)
    OR (OLD.email_confirmed_at IS NULL AND NEW.email_confirmed_at IS NOT NULL)))
  EXECUTE FUNCTION audit_email();

-- Without the name of the passkey: its user chose it, and events are kept longer than accounts.
CREATE FUNCTION audit_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    passkey passkeys := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    name text := 'user:' || passkey.user_id;
    id jsonb := jsonb_build_object('id', passkey.id);
    label jsonb := jsonb_build_object('name', passkey.name);
  BEGIN
    -- The deletion of an account deletes its passkeys.
    IF NOT EXISTS (SELECT FROM users WHERE users.id = passkey.user_id) THEN
      RETURN NULL;
    END IF;
    CASE TG_OP
      WHEN 'INSERT' THEN
        PERFORM audit(name, 'account.passkey-added', name, NULL, id);
        PERFORM mail_second_factor('factor-added', passkey.user_id, label);
      WHEN 'DELETE' THEN
        PERFORM audit(name, 'account.passkey-removed', name, id, '{}');
        PERFORM mail_second_factor('factor-removed', passkey.user_id, label);
      ELSE
        PERFORM audit(name, 'account.passkey-renamed', name, id, id);
    END CASE;
    RETURN NULL;
  END
$$;
CREATE TRIGGER passkeys_audit AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION audit_passkey();
CREATE TRIGGER passkeys_audit_name AFTER UPDATE OF name ON passkeys FOR EACH ROW
  WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION audit_passkey();

-- Only the client may change the budget of a job.
CREATE FUNCTION audit_budget() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM audit('user:' || NEW.client_id, 'budget.changed', 'job:' || NEW.id,
      jsonb_build_object('budget', OLD.budget), jsonb_build_object('budget', NEW.budget));
    RETURN NULL;
  END
$$;
CREATE TRIGGER jobs_audit_budget AFTER UPDATE OF budget ON jobs FOR EACH ROW
  WHEN (NEW.budget <> OLD.budget) EXECUTE FUNCTION audit_budget();

-- A pilot records a manual payment. The state of a card payment comes from the provider.
CREATE FUNCTION audit_payment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM audit(
      CASE NEW.provider WHEN 'manual' THEN (SELECT 'user:' || pilot_id FROM jobs WHERE id = NEW.job_id)
        ELSE 'provider:' || NEW.provider END,
      CASE WHEN TG_OP = 'UPDATE' AND NEW.status = OLD.status THEN 'payment.money-returned'
        ELSE 'payment.' || NEW.status END,
      'job:' || NEW.job_id,
      CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('status', OLD.status, 'refunded', OLD.refunded_amount) END,
      jsonb_build_object('payment', NEW.id, 'provider', NEW.provider, 'transaction', NEW.transaction_id,
        'amount', NEW.amount, 'status', NEW.status, 'refunded', NEW.refunded_amount));
    RETURN NULL;
  END
$$;
CREATE TRIGGER payments_audit_insert AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION audit_payment();
CREATE TRIGGER payments_audit_update AFTER UPDATE OF status, refunded_amount ON payments FOR EACH ROW
  WHEN ((NEW.status, NEW.refunded_amount) IS DISTINCT FROM (OLD.status, OLD.refunded_amount))
  EXECUTE FUNCTION audit_payment();
`;
