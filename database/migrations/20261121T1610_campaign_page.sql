-- How often a fundraiser's page was opened, by UTC day; robots are not counted, nor the same visitor twice in an hour.
create table campaigns.view_count (
  campaign_id bigint not null references campaigns.campaign,
  day         date not null,
  views       bigint not null check (views > 0),
  primary key (campaign_id, day)
);

-- Which of the eight categories its zakat goes to (Qur'an 9:60), as its reviewer found.
alter table campaigns.campaign add column if not exists zakat_categories text[] not null default '{}';
alter table campaigns.campaign add constraint campaign_zakat_categories
  check (zakat_categories <@ array['poor', 'needy', 'collectors', 'hearts', 'bondage', 'debt', 'cause', 'travellers']);

-- Others like it: of its charity, and of its cause.
create index campaign_of_charity on campaigns.campaign (organization_id, created_at desc, id desc) where status = 1 and kind = 'fundraiser';
create index campaign_of_cause on campaigns.campaign (category, created_at desc, id desc) where status = 1 and kind = 'fundraiser';

-- Donors by what they gave.
create index donation_top on giving.donation (campaign_id, gift desc, given_at desc, id desc);

insert into flags.flag (key, value, description) values
  ('share-could-raise', '', 'What a share raises on average and how that is known, as "77 USD | Average of our shares in 1447"; empty: not said (S1 §9).'),
  ('zakat-policy-url', '', 'https address of your zakat policy; empty: the page that comes with the platform (S1 §2.2).');
