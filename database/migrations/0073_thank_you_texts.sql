-- What a charity's donors are mailed automatically (content-42): its texts, and the addresses that don't want them. An
-- address is stored as a hash, because it also stays unsubscribed after its donor is erased.
-- Locks: none
create table charity_donors.thank_you_text (
  organization_id bigint not null references organizations.organization,
  -- Null: for a donor's first donation to the charity.
  level_id        bigint references campaigns.level on delete cascade,
  locale          text not null check (length(locale) between 2 and 35),
  body            text not null check (length(body) between 1 and 600),
  unique nulls not distinct (organization_id, level_id, locale)
);
create index thank_you_text_level on charity_donors.thank_you_text (level_id) where level_id is not null;

create table charity_donors.unsubscription (
  organization_id bigint not null references organizations.organization,
  email_hash      text not null,
  unsubscribed_at timestamptz not null,
  primary key (organization_id, email_hash)
);
