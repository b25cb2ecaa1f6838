-- How often somebody has changed a giving level: two who edit the same one at once do not write over each other. Claims and the order do not count.
alter table campaigns.level add column version integer not null default 0;
