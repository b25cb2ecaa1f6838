-- Pictures of a fundraiser besides its cover, in order. `focus_x` and `focus_y` are the point that remains visible when
-- a picture is cropped, in per cent from the left and the top.
create table campaigns.gallery_picture (
  campaign_id bigint   not null references campaigns.campaign on delete cascade,
  position    smallint not null check (position between 1 and 8),
  picture_id  uuid     not null references media.picture,
  alt         text     not null default '' check (length(alt) <= 400),
  focus_x     smallint not null default 50 check (focus_x between 0 and 100),
  focus_y     smallint not null default 50 check (focus_y between 0 and 100),
  primary key (campaign_id, position),
  unique (picture_id, campaign_id)
);
