-- Webhooks of charities: endpoints, events and their deliveries (webhooks-1 to webhooks-8, ADR-0054). An event is written
-- in the transaction that changes its object, without data; a worker adds the data, as the API returns the object, and
-- the deliveries. Nothing is written for a charity without an endpoint.
-- Locks: hosted_pages.page (writes, a moment), zakat.distribution (writes, a moment), payouts.payout (writes, a moment)
create schema webhooks;

create table webhooks.endpoint (
  id                 uuid primary key,
  organization_id    bigint not null references organizations.organization,
  url                text not null check (length(url) between 1 and 500),
  events             text[] not null check (cardinality(events) between 1 and 30),
  -- Encrypted with FIELD_KEY, bound to the endpoint.
  secret             bytea not null,
  -- The secret before the last rotation, which signs too until the receiver uses the new one.
  former_secret      bytea,
  former_valid_until timestamptz,
  created_by         uuid not null references identity.account,
  created_at         timestamptz not null,
  -- The first failed attempt since the last success.
  failing_since      timestamptz,
  disabled_at        timestamptz,
  -- `failing`: after days without a success. `gone`: its receiver answered 410. `member`: by a member of the charity.
  disabled_reason    text check (disabled_reason in ('failing', 'gone', 'member')),
  constraint former_secret_has_an_end check ((former_secret is null) = (former_valid_until is null)),
  constraint disabled_with_reason check ((disabled_at is null) = (disabled_reason is null))
);
create index endpoint_organization on webhooks.endpoint (organization_id);
create index endpoint_creator on webhooks.endpoint (created_by);

create table webhooks.event (
  id              uuid primary key default gen_random_uuid(),
  -- The order of writing. An object's events are written one after another, because each changes its row.
  number          bigint not null generated always as identity,
  organization_id bigint not null references organizations.organization,
  kind            text not null,
  object_id       text not null,
  -- What makes the event unique among those of its kind and object, such as the plan's version; empty: there is only one.
  change          text not null default '',
  occurred_at     timestamptz not null,
  -- The order of all events with data: one that is seen is never followed by one with a lower number.
  sequence        bigint unique,
  data            jsonb,
  constraint event_once unique (organization_id, kind, object_id, change),
  constraint data_with_sequence check ((data is null) = (sequence is null))
);
create sequence webhooks.event_sequence;
create index event_without_data on webhooks.event (number) where sequence is null;
create index event_organization on webhooks.event (organization_id, sequence);
create index event_object on webhooks.event (object_id);
create index event_time on webhooks.event (occurred_at);

create table webhooks.delivery (
  id               uuid primary key default gen_random_uuid(),
  event_id         uuid not null references webhooks.event on delete cascade,
  endpoint_id      uuid not null references webhooks.endpoint on delete cascade,
  state            text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  attempts         smallint not null default 0,
  -- When it is sent; while it is being sent, when another worker may send it. Null: it is over.
  due_at           timestamptz,
  first_attempt_at timestamptz,
  last_attempt_at  timestamptz,
  -- Of the last attempt: the HTTP status and the first characters of the response, or why there was none.
  status           smallint,
  response         text check (length(response) <= 1000),
  error            text,
  duration_ms      integer,
  constraint delivery_once unique (endpoint_id, event_id),
  constraint pending_is_due check ((state = 'pending') = (due_at is not null))
);
create index delivery_due on webhooks.delivery (endpoint_id, due_at) where state = 'pending';
create index delivery_event on webhooks.delivery (event_id);

-- Writes an event if the charity has an endpoint. A repeated event has no effect.
create function webhooks.add_event(organization_id bigint, kind text, object_id text, change text, occurred_at timestamptz)
returns void language sql as $$
  insert into webhooks.event (organization_id, kind, object_id, change, occurred_at)
  select $1, $2, $3, $4, $5
  where exists (select from webhooks.endpoint e where e.organization_id = $1)
  on conflict on constraint event_once do nothing
$$;

-- A plan of the platform's programmes belongs to no charity. A plan counts as started when its mailbox is confirmed.
create function webhooks.add_plan_event() returns trigger language plpgsql as $$
declare
  organization bigint;
  is_new boolean := tg_op = 'INSERT';
begin
  if not exists (select from webhooks.endpoint) or (not is_new and new.version = old.version) then return null; end if;
  select c.organization_id into organization
  from plans.plan p join campaigns.campaign c on c.id = p.campaign_id
  where p.id = new.plan_id;
  if organization is null or new.reason = 'email-unconfirmed' then return null; end if;
  if is_new then
    perform webhooks.add_event(organization, 'plan.started', new.id::text, '', new.changed_at);
    return null;
  end if;
  if old.reason = 'email-unconfirmed' then
    if new.state = 'active' then
      perform webhooks.add_event(organization, 'plan.started', new.id::text, '', new.changed_at);
    end if;
    return null;
  end if;
  if new.failures > old.failures then
    perform webhooks.add_event(organization, 'plan.charge_failed', new.id::text, new.version::text, new.changed_at);
  end if;
  if new.state in ('cancelled', 'ended') then
    perform webhooks.add_event(organization, 'plan.ended', new.id::text, '', new.changed_at);
  elsif new.state = 'paused' and old.state <> 'paused' then
    perform webhooks.add_event(organization, 'plan.paused', new.id::text, new.version::text, new.changed_at);
  elsif new.failures = old.failures or new.state <> old.state then
    perform webhooks.add_event(organization, 'plan.changed', new.id::text, new.version::text, new.changed_at);
  end if;
  return null;
end $$;

create function webhooks.add_page_event() returns trigger language plpgsql as $$
begin
  perform webhooks.add_event(
    new.organization_id, 'page.published', new.id::text, new.published_version::text, new.changed_at
  );
  return null;
end $$;
create trigger webhook_event after update of published_version on hosted_pages.page
  for each row when (new.published_version is not null and new.published_version is distinct from old.published_version)
  execute function webhooks.add_page_event();

create function webhooks.add_receipt_event() returns trigger language plpgsql as $$
begin
  insert into webhooks.event (organization_id, kind, object_id, occurred_at)
  select r.issuer_id, 'receipt.issued', r.id::text, r.issued_at
  from issued r
  where exists (select from webhooks.endpoint e where e.organization_id = r.issuer_id)
  on conflict on constraint event_once do nothing;
  return null;
end $$;

create function webhooks.add_distribution_event() returns trigger language plpgsql as $$
begin
  perform webhooks.add_event(c.organization_id, 'zakat.distributed', new.id::text, '', new.reviewed_at)
  from campaigns.campaign c
  where c.id = new.campaign_id;
  return null;
end $$;
create trigger webhook_event after update of state on zakat.distribution
  for each row when (new.state = 'approved' and old.state <> 'approved')
  execute function webhooks.add_distribution_event();

create function webhooks.add_payout_event() returns trigger language plpgsql as $$
begin
  perform webhooks.add_event(
    new.organization_id, 'payout.' || new.state, new.id::text, '', coalesce(new.ended_at, new.paid_at, new.sent_at)
  );
  return null;
end $$;
create trigger webhook_event after update of state on payouts.payout
  for each row
  when (new.kind = 'payout' and new.state in ('sent', 'paid', 'failed') and new.state is distinct from old.state)
  execute function webhooks.add_payout_event();

-- A donor's bank disputes a payment. A payment can be disputed again, so the number of its disputes is part of the event.
create function webhooks.add_dispute_event() returns trigger language plpgsql as $$
begin
  perform webhooks.add_event(
    c.organization_id, 'donation.disputed', d.id::text,
    (select count(*) from refunds.refund r where r.intent_id = new.id and r.origin = 'bank')::text, now()
  )
  from giving.donation d
  join campaigns.campaign c on c.id = d.campaign_id
  where d.intent_id = new.id;
  return null;
end $$;

-- Removes the donor from stored events when a donation becomes anonymous or its donor is erased (webhooks-8).
create function webhooks.erase_donor() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks.event) then return null; end if;
  update webhooks.event e set data = e.data || '{"name": null, "email": null, "isAnonymous": true}'
  where e.object_id = new.id::text and e.data is not null;
  update webhooks.event e set data = e.data || '{"name": null, "donationId": null}'
  where e.object_id = new.subscription_id::text and e.data is not null;
  update webhooks.delivery v set response = null
  from webhooks.event e
  where e.id = v.event_id and e.object_id in (new.id::text, new.subscription_id::text);
  return null;
end $$;

-- Processes of the last release write between this migration and the grants that follow the last one.
do $$ begin
  if exists (select from pg_roles where rolname = 'sunbul_app') then
    grant usage on schema webhooks to sunbul_app;
    grant select, insert, update on all tables in schema webhooks to sunbul_app;
  end if;
end $$;
