-- The Giving List: fundraisers an account wants to find again (S1 §4).
create schema favourites;

create table favourites.favourite (
  account_id  uuid not null references identity.account on delete cascade,
  -- No foreign key: it would lock the row of a fundraiser for every heart. Campaigns are never deleted (grants.sql).
  campaign_id bigint not null,
  added_at    timestamptz not null,
  primary key (account_id, campaign_id)
);
create index favourite_newest on favourites.favourite (account_id, added_at desc, campaign_id desc);
