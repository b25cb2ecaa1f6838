-- Recurring donations of guests: a subscription belongs to an account or a guest, can begin with a donation, and can
-- have a card of its own. Yearly plans are offered wherever monthly ones are.

alter table plans.plan drop constraint plan_frequency_check;
alter table plans.plan add constraint plan_frequency_check check (frequency in ('onetime', 'day', 'week', 'month', 'year'));
insert into plans.plan (id, type, programme, campaign_id, frequency, is_enabled, is_on_campaign_page, requests_phone, created_at, changed_at)
select gen_random_uuid(), type, programme, campaign_id, 'year', is_enabled, is_on_campaign_page, requests_phone, created_at, changed_at
from plans.plan where campaign_id is not null and frequency = 'month';

-- A customer record at the provider belongs to an account, or to one subscription with its own card.
alter table cards.card drop constraint card_account_id_provider_fkey;
alter table cards.customer drop constraint customer_pkey;
alter table cards.customer
  alter column account_id drop not null,
  add column plan_id uuid,                -- subscriptions.subscription.id; no foreign key to a higher area
  add constraint customer_of_account unique (account_id, provider),
  add constraint customer_of_plan unique (plan_id, provider),
  add constraint customer_has_one_owner check (num_nonnulls(account_id, plan_id) = 1);
alter table cards.card
  alter column account_id drop not null,
  add column plan_id uuid,
  add constraint card_has_one_owner check (num_nonnulls(account_id, plan_id) = 1),
  add constraint card_of_plan_is_no_default check (plan_id is null or not is_default),
  add constraint card_customer_of_account foreign key (account_id, provider) references cards.customer (account_id, provider),
  add constraint card_customer_of_plan foreign key (plan_id, provider) references cards.customer (plan_id, provider);
-- A subscription has at most one card of its own.
create unique index card_of_plan on cards.card (plan_id) where plan_id is not null and removed_at is null;
alter table cards.mandate
  alter column account_id drop not null,
  add column plan_id uuid,
  add constraint mandate_has_one_owner check (num_nonnulls(account_id, plan_id) = 1);

alter table subscriptions.subscription
  alter column account_id drop not null,
  alter column card_id drop not null,
  add column guest_id uuid,
  add column guest_email text check (length(guest_email) <= 254),
  add column guest_name text check (length(guest_name) <= 120),
  add column first_intent_id uuid unique,                     -- the payment with which it began; null: nothing was charged then
  add column link_number integer not null default 1,          -- links with an earlier number are no longer valid
  add constraint subscription_has_one_donor check (num_nonnulls(account_id, guest_id) = 1),
  add constraint guest_has_email check (guest_id is null or guest_email is not null or state in ('cancelled', 'ended')),
  add constraint guest_data_only_for_guests check (guest_id is not null or num_nonnulls(guest_email, guest_name) = 0),
  add constraint active_plan_has_a_card check (card_id is not null or state <> 'active');
create index subscription_of_guest on subscriptions.subscription (lower(guest_email)) where guest_email is not null;
create unique index subscription_guest_request_once on subscriptions.subscription (guest_id, idempotency_key) where guest_id is not null;
