-- Tables for measuring the limit of bare PostgreSQL: the data of a donation and nothing else (docs/performance.md).
create schema bare;
create table bare.campaign (id bigint primary key, raised bigint not null default 0, gifts bigint not null default 0);
create table bare.donation (id uuid primary key, campaign_id bigint not null, gift bigint not null, tip bigint not null, currency char(3) not null, email text not null, name text not null, given_at timestamptz not null);
create table bare.entry (tx_id uuid not null, line smallint not null, account text not null, amount bigint not null, currency char(3) not null, primary key (tx_id, line));
create table bare.outbox (id bigint generated always as identity primary key, kind text not null, payload jsonb not null);
create table bare.basket (id uuid primary key, currency char(3) not null, status text not null default 'active', created_at timestamptz not null default now());
create table bare.line (id uuid primary key, basket_id uuid not null, campaign_id bigint not null, amount bigint not null);
create index on bare.line (basket_id);
insert into bare.campaign (id) select generate_series(1, 10000);
create table bare.plan (id uuid primary key default gen_random_uuid(), campaign_id bigint not null, amount bigint not null, due_at timestamptz not null, state text not null default 'due', charge_id text);
create index on bare.plan (due_at) where state = 'due';
