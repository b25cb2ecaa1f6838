-- Who took words of support from the page, and words that wait for somebody to read them first.
alter table comments.comment
  add column hidden_by     text check (hidden_by in ('author', 'organizer', 'staff')),
  add column hidden_reason text not null default '' check (length(hidden_reason) <= 500),
  add column held_at       timestamptz,
  add column held_for      text check (held_for in ('link', 'contact', 'number'));
update comments.comment set hidden_by = 'staff' where hidden_at is not null;
alter table comments.comment
  add constraint comment_hidden_by_somebody check ((hidden_at is null) = (hidden_by is null)),
  add constraint comment_held_for_something check ((held_at is null) = (held_for is null));

drop index comments.comment_campaign;
create index comment_campaign on comments.comment (campaign_id, created_at desc, id desc) where hidden_at is null and held_at is null;
create index comment_all on comments.comment (campaign_id, created_at desc, id desc);
create index comment_held on comments.comment (held_at, id) where held_at is not null and hidden_at is null;
