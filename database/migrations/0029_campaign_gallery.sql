-- Pictures of a fundraiser beside its cover, in their order. `focus_x` and `focus_y` say where a cropped picture must
-- stay visible, in per cent from its left and upper edge.
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
