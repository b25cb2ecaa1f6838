create schema comments;

create table comments.comment (
  id            uuid primary key,
  campaign_id   bigint not null references campaigns.campaign,
  donation_id   uuid not null unique references giving.donation,   -- one word of support with a gift
  author_id     uuid not null,                                     -- account or guest
  body          text not null check (length(body) between 1 and 1000),
  display_name  text not null,
  display_place text not null default '',
  created_at    timestamptz not null,
  changed_at    timestamptz,
  hidden_at     timestamptz
);
create index comment_campaign on comments.comment (campaign_id, created_at desc, id desc) where hidden_at is null;
