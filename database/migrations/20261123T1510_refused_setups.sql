-- Cards that a bank refused to have kept, by the network they were tried from: a limit of failures, so that nobody tests cards for nothing.
alter table cards.setup add column network text not null default '';
alter table cards.setup add column refused_at timestamptz;
create index setup_refused on cards.setup (network, refused_at) where refused_at is not null;
