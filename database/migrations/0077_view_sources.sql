-- Where the views of a fundraiser's page come from, and on what device, by day (content-45): sums only, no person, cookie or
-- address. `view_count` stays the number of views, which counts from before this table.
-- Locks: none
create table campaigns.view_source (
  campaign_id bigint not null references campaigns.campaign,
  -- In UTC.
  day         date not null,
  source      text not null check (length(source) between 1 and 40),
  device      text not null check (device in ('phone', 'tablet', 'computer')),
  views       bigint not null check (views > 0),
  primary key (campaign_id, day, source, device)
);
