-- Plans to a hosted page are paused while it is unpublished and end when it is archived (pages-14). Plans can read
-- campaigns but not pages, so `archived_at` is a column of the campaign.
alter table campaigns.campaign
  add column archived_at timestamptz,                         -- hosted pages only: when its members archived it
  add constraint archived_hosted_page check (archived_at is null or (kind = 'hosted-page' and status <> 0));
update campaigns.campaign c set archived_at = p.archived_at
  from hosted_pages.page p where p.campaign_id = c.id and p.archived_at is not null;
alter table hosted_pages.page drop constraint archived_page_was_public, drop column archived_at;
alter table subscriptions.subscription
  drop constraint subscription_reason_check,
  add constraint subscription_reason_check check (reason in (
    'donor', 'failures', 'consent', 'card', 'causes', 'zakat', 'charity', 'page', 'dispute', 'finished', 'email-undeliverable', 'email-refused', 'email-unconfirmed'));
