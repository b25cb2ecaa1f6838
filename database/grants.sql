-- What the application may do; run again after every migration. The ledger, receipts and donations are its to append
-- to, never to change. Four functions of giving and receipts run as the owner, to erase personal data
-- (migrations/0003_money.sql); they change no amount. `giving.mark_as_zakat` (migrations/0009_zakat_ledger.sql) runs as
-- the owner too and sets once what of a donation counts as zakat; `giving.add_tax_address`
-- (migrations/0024_tax_address_after_donation.sql) adds a donor's home address to a donation. `public_ledger.add_unpublished`
-- (migrations/0064_public_ledger.sql) notes each new ledger transaction for the next published day. An owner who may make no
-- roles, or whose server has the role of another installation, is granted it by a superuser.
do $$ begin
  if not exists (select from pg_roles where rolname = 'sunbul_app') then
    -- Roles belong to the server: another database of it may be migrated at the same moment.
    begin
      create role sunbul_app nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  execute format('grant sunbul_app to %I', current_user);
exception when insufficient_privilege then
  begin
    set local role sunbul_app;
    reset role;
  exception when insufficient_privilege or invalid_parameter_value then
    raise exception '% may neither make nor take on the role that the application works as. Say as a superuser of this server, and start again: %grant sunbul_app to %;',
      current_user, case when exists (select from pg_roles where rolname = 'sunbul_app') then '' else 'create role sunbul_app nologin; ' end,
      quote_ident(current_user);
  end;
end $$;

do $$
declare s text;
begin
  foreach s in array array[
    'notifications', 'audit', 'identity', 'flags', 'currencies', 'addresses', 'organizations', 'media', 'campaigns', 'discovery', 'favourites',
    'payments', 'cards', 'ledger', 'public_ledger', 'giving', 'gift_aid', 'outbox', 'baskets', 'plans', 'subscriptions', 'receipts', 'tax_addresses', 'comments', 'fundraising', 'hosted_pages', 'supporter_pages', 'refunds', 'payouts', 'organizing', 'workspace', 'charity_donors', 'change_feed', 'webhooks',
    'referrals', 'moderation', 'privacy', 'figures', 'zakat', 'qurbani', 'deeds', 'graphile_worker'
  ] loop
    if exists (select from pg_namespace where nspname = s) then
      execute format('grant usage on schema %I to sunbul_app', s);
      execute format('grant select, insert, update, delete on all tables in schema %I to sunbul_app', s);
      execute format('grant usage, select on all sequences in schema %I to sunbul_app', s);
      execute format('grant execute on all functions in schema %I to sunbul_app', s);
    end if;
  end loop;
end $$;

-- graphile-worker closes its tables to everyone but their owner by row level security; the application queues and works its jobs.
do $$
declare t regclass;
begin
  for t in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'graphile_worker' and c.relkind = 'r' and c.relrowsecurity loop
    if not exists (select from pg_policy where polrelid = t and polname = 'sunbul_app') then
      execute format('create policy sunbul_app on %s to sunbul_app using (true) with check (true)', t);
    end if;
  end loop;
end $$;

revoke update, delete, truncate on audit.entry, audit.checkpoint, ledger.tx, ledger.entry, receipts.receipt, receipts.line, receipts.void, giving.donation from sunbul_app;
revoke update, delete, truncate on giving.claim from sunbul_app;
revoke update, truncate on giving.bank_debit_mandate from sunbul_app;
revoke update, delete, truncate on receipts.document from sunbul_app;
revoke delete, truncate on cards.customer, cards.card, cards.mandate from sunbul_app;
revoke update, truncate on privacy.consent from sunbul_app;
revoke update, delete, truncate on currencies.rate, currencies.metal_price from sunbul_app;
revoke update, truncate on zakat.profile from sunbul_app;
revoke delete, truncate on giving.refunded_amount, refunds.refund, refunds.manual_review, refunds.warning from sunbul_app;
revoke update, delete, truncate on refunds.line from sunbul_app;
revoke delete, truncate on payouts.payout, payouts.hold, payouts.release from sunbul_app;
revoke update, delete, truncate on public_ledger.day, public_ledger.published_tx, public_ledger.day_sum from sunbul_app;
revoke delete, truncate on public_ledger.campaign_total from sunbul_app;
revoke insert, update, truncate on public_ledger.unpublished from sunbul_app;
revoke update, delete, truncate on payouts.batch, payouts.reserve, payouts.approval, payouts.reserve_percent, payouts.repayment, payouts.statement_row from sunbul_app;
revoke delete, truncate on gift_aid.claim, gift_aid.claim_row, gift_aid.claim_adjustment, gift_aid.charity from sunbul_app;
revoke insert, update, delete, truncate on gift_aid.anonymous_notice from sunbul_app;
revoke delete, truncate on campaigns.campaign, campaigns.level, organizations.organization, payments.intent, payments.attempt from sunbul_app;
revoke delete, truncate on subscriptions.subscription, subscriptions.occurrence from sunbul_app;
revoke delete, truncate on qurbani.item, qurbani.allocation, qurbani.share from sunbul_app;
revoke delete, truncate on referrals.referer, referrals.referral from sunbul_app;
grant select on public.schema_migration to sunbul_app;
