-- Requests of a call's limit per minute (`perMinute` of a contract), for all processes. Unlogged, because a crash may
-- reset the counts of a minute.
create unlogged table identity.call_count (
  call       text not null,          -- the name of the call in the contract
  caller     text not null,          -- the account, or the network of a visitor without one
  started_at timestamptz not null,   -- when the caller's current minute started
  requests   int not null,           -- requests since then
  primary key (call, caller)
);
