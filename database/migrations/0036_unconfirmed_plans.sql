-- A guest's plan without a first payment is paused until the guest opens the link in an email, by `confirm_until` at
-- the latest.
alter table subscriptions.subscription
  add column confirm_until timestamptz,
  drop constraint subscription_reason_check,
  add constraint subscription_reason_check check (reason in (
    'donor', 'failures', 'consent', 'card', 'causes', 'zakat', 'charity', 'dispute', 'finished', 'email-undeliverable', 'email-refused', 'email-unconfirmed')),
  add constraint unconfirmed_plan_has_a_deadline check (reason is distinct from 'email-unconfirmed' or confirm_until is not null);
create index subscription_unconfirmed on subscriptions.subscription (confirm_until) where reason = 'email-unconfirmed' and state = 'paused';
