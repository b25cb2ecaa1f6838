-- Which fundraisers and charities stand first in an ad spot that has an order of its own. What stands first everywhere else (the spot `general`)
-- is campaigns.campaign.featured_rank.
create table discovery.featured (
  ad_spot     text not null check (ad_spot ~ '^[a-z0-9_-]{1,40}$' and ad_spot <> 'general'),
  kind        text not null check (kind in ('fundraiser', 'general-fund')),
  campaign_id bigint not null references campaigns.campaign on delete cascade,
  position    smallint not null check (position >= 0),
  primary key (ad_spot, campaign_id),
  unique (ad_spot, kind, position)
);
create index featured_campaign on discovery.featured (campaign_id);
