-- When each record of a charity last changed, for programs that copy them (contract-17, ADR-0051). Triggers note a changed
-- record in the transaction that changes it; a job then gives all noted records a time, one batch after the other.
-- Locks: refunds.refund (writes, a moment), refunds.line (writes, a moment), receipts.void (writes, a moment), payouts.payout (writes, a moment), campaigns.campaign (writes, a moment), hosted_pages.page (writes, a moment), organizing.offline_donation (writes, a moment), organizing.thank_you_message (writes, a moment), charity_donors.tag (writes, a moment)
create schema change_feed;

-- Records that changed and have no time yet. It has no index, because a donation adds a row; the job empties it.
create table change_feed.pending (
  kind      text not null,
  object_id uuid not null,
  part      integer not null
);

-- The last change of each record. `part` is the number of an occurrence within its plan, otherwise 0.
create table change_feed.change (
  organization_id bigint not null references organizations.organization,
  kind            text not null check (kind in ('donation', 'refund', 'receipt', 'plan', 'occurrence', 'payout', 'page', 'offline-donation')),
  object_id       uuid not null,
  part            integer not null,
  changed_at      timestamptz(3) not null,
  primary key (organization_id, kind, object_id, part)
);
create index change_in_order on change_feed.change (organization_id, kind, changed_at, object_id, part);

-- The time of the last batch. Its row is locked by the batch that is being written.
create table change_feed.position (
  is_only boolean primary key default true check (is_only),
  last_at timestamptz(3) not null
);
insert into change_feed.position (last_at) values (date_trunc('milliseconds', now()));

-- Notes the row; the trigger's argument is its kind.
create function change_feed.note() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending values (tg_argv[0], new.id, 0);
  return null;
end $$;

-- Notes the donation that a row is about.
create function change_feed.note_donation_of() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then insert into change_feed.pending values ('donation', old.donation_id, 0);
  else insert into change_feed.pending values ('donation', new.donation_id, 0); end if;
  return null;
end $$;

-- Notes the plan of a changed donation, which has the name of its newest one.
create function change_feed.note_plan_of() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending values ('plan', new.subscription_id, 0);
  return null;
end $$;

-- A dispute begins or ends.
create function change_feed.note_donations_of_intent() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending select 'donation', d.id, 0 from giving.donation d where d.intent_id = new.id;
  return null;
end $$;

create function change_feed.note_refund() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending values ('refund', new.id, 0);
  insert into change_feed.pending select 'donation', n.donation_id, 0 from refunds.line n where n.refund_id = new.id;
  return null;
end $$;

create function change_feed.note_refund_line() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending values ('refund', new.refund_id, 0), ('donation', new.donation_id, 0);
  return null;
end $$;

create function change_feed.note_void() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending values ('receipt', new.receipt_id, 0);
  insert into change_feed.pending select 'donation', n.donation_id, 0 from receipts.line n where n.receipt_id = new.receipt_id;
  return null;
end $$;

create function change_feed.note_occurrence() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending values ('occurrence', new.subscription_id, new.seq), ('plan', new.subscription_id, 0);
  return null;
end $$;

create function change_feed.note_page_of() returns trigger language plpgsql as $$
begin
  insert into change_feed.pending select 'page', p.id, 0 from hosted_pages.page p where p.campaign_id = new.id;
  return null;
end $$;

create trigger refund_changed after update of state on refunds.refund for each row execute function change_feed.note_refund();
create trigger refund_line_added after insert on refunds.line for each row execute function change_feed.note_refund_line();
create trigger receipt_voided after insert on receipts.void for each row execute function change_feed.note_void();
create trigger payout_changed after insert or update on payouts.payout for each row execute function change_feed.note('payout');
create trigger page_added after insert on hosted_pages.page for each row execute function change_feed.note('page');
create trigger page_changed after update of slug, draft, published_version, published_at, review_requested_at on hosted_pages.page for each row
  execute function change_feed.note('page');
create trigger campaign_of_page_changed after update of slug, name, status, goal, currency, ends_at, archived_at on campaigns.campaign for each row
  when (new.kind = 'hosted-page') execute function change_feed.note_page_of();
create trigger offline_donation_changed after insert or update on organizing.offline_donation for each row execute function change_feed.note('offline-donation');
create trigger thanks_sent after insert on organizing.thank_you_message for each row execute function change_feed.note_donation_of();
create trigger tag_changed after insert or delete on charity_donors.tag for each row execute function change_feed.note_donation_of();

-- Processes of the last release write between this migration and the grants that follow the last one.
do $$ begin
  if exists (select from pg_roles where rolname = 'sunbul_app') then
    grant usage on schema change_feed to sunbul_app;
    grant select, insert, update on all tables in schema change_feed to sunbul_app;
  end if;
end $$;
