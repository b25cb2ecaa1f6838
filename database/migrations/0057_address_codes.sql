-- Links that prove an email address without an account: each shows the address its receipts and plans once (accounts-17).
create table identity.address_code (
  code_hash  bytea primary key check (length(code_hash) = 32),
  email_key  text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint address_code_expires_later check (expires_at > created_at)
);
