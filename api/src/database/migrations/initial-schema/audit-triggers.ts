/** SQL of the triggers that record changes of accounts and money in `audit_events`. */
export const AUDIT_TRIGGERS = `
CREATE FUNCTION audit(actor text, action text, subject text, before jsonb, after jsonb) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_events (actor, action, subject, before, after) VALUES (
    CASE current_setting('application_name') WHEN 'dps-api' THEN actor ELSE 'operator:' || session_user END,
    action, subject, before, after)
$$;

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
