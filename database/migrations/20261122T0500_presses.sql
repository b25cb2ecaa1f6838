-- A level or news of one press of one form stand once, however often it is sent.
alter table campaigns.level add column press_key text;
create unique index level_press on campaigns.level (campaign_id, press_key) where press_key is not null;
alter table campaigns.news add column press_key text;
create unique index news_press on campaigns.news (campaign_id, press_key) where press_key is not null;
