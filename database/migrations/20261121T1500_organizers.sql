-- Who runs what: members of charities, and the people who tell a fundraiser.
create table organizations.member (
  organization_id bigint not null references organizations.organization,
  account_id      uuid not null references identity.account,
  role            text not null check (role in ('owner', 'admin', 'finance', 'editor')),
  added_at        timestamptz not null,
  primary key (organization_id, account_id)
);
create index member_account on organizations.member (account_id);

create table campaigns.team_member (
  campaign_id bigint not null references campaigns.campaign,
  account_id  uuid not null references identity.account,
  role        text not null check (role in ('organizer', 'editor', 'viewer')),
  public_name text not null default '',                -- what the page shows; empty: not shown
  public_role text not null default '',                -- in their own words: "Cook", "Treasurer"
  position    smallint not null default 0,
  added_at    timestamptz not null,
  primary key (campaign_id, account_id)
);
create index team_member_account on campaigns.team_member (account_id);
insert into campaigns.team_member (campaign_id, account_id, role, public_name, added_at)
  select id, organizer_account_id, 'organizer', organizer_name, created_at from campaigns.campaign where organizer_account_id is not null;

-- News of a fundraiser, newest first on its page.
create table campaigns.news (
  id           uuid primary key,
  campaign_id  bigint not null references campaigns.campaign,
  author_id    uuid references identity.account,
  title        text not null check (length(title) between 1 and 120),
  body         text not null,                           -- cleaned HTML, see modules/campaigns/rich-text.ts
  published_at timestamptz not null,
  changed_at   timestamptz
);
create index news_campaign on campaigns.news (campaign_id, published_at desc, id desc);

-- Stories were plain paragraphs; from here on they are cleaned HTML.
update campaigns.campaign set story = '<p>' || regexp_replace(replace(replace(replace(btrim(story, E' \n\t'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\n\s*\n', '</p><p>', 'g') || '</p>'
  where btrim(story, E' \n\t') <> '';

-- The operator's people, each with their own work; an admin may do all of it.
alter table identity.account drop constraint account_roles_check;
update identity.account set roles = array_remove(roles, 'staff') where 'admin' = any(roles);
update identity.account set roles = array_replace(roles, 'staff', 'support');
alter table identity.account add constraint account_roles_check check (roles <@ array['support', 'reviewer', 'finance', 'admin']);
